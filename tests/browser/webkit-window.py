#!/usr/bin/python3
"""A WebKitGTK window for WebKitWebDriver, which starts it with a folder to write to.

MiniBrowser is not suitable: in automation it writes no console messages, and its toolbars prevent pages as narrow as a
phone. This window writes console messages and policy violations to the file `console` in the folder.
"""
import os
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

folder = sys.argv[1]
# WebKit's processes inherit standard error and write messages to it.
os.dup2(os.open(os.path.join(folder, "console"), os.O_WRONLY | os.O_CREAT | os.O_APPEND), 2)

# WebKit writes no console messages for an ephemeral context, so the data is in the folder, which is deleted later.
data = WebKit2.WebsiteDataManager(base_data_directory=folder, base_cache_directory=folder)
context = WebKit2.WebContext(website_data_manager=data)
context.set_automation_allowed(True)
settings = WebKit2.Settings(enable_write_console_messages_to_stdout=True)


def create(_session):
    view = WebKit2.WebView(is_controlled_by_automation=True, web_context=context, settings=settings)
    window = Gtk.Window(default_width=1280, default_height=800)
    window.add(view)
    window.show_all()
    # The driver closes pages; each page has its own window.
    view.connect("close", lambda _view: window.destroy())
    return view


def start(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("webkit-window")
    info.set_version(WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version())
    session.set_application_info(info)
    session.connect("create-web-view", create)


context.connect("automation-started", start)
Gtk.main()
