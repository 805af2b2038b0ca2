#!/usr/bin/python3
"""A window that shows WebKitGTK and obeys WebKitWebDriver, which starts it with a folder that it may write to.

MiniBrowser would do but for two things: automated, it writes no console, and its bars keep its page from being as narrow
as a phone. Here what the pages' consoles say, and what the policies refuse, goes into `console` in the folder.
"""
import os
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

folder = sys.argv[1]
# The processes of WebKit, which inherit it, write to the standard error.
os.dup2(os.open(os.path.join(folder, "console"), os.O_WRONLY | os.O_CREAT | os.O_APPEND), 2)

# Of a context that forgets everything WebKit writes no console; this one forgets when the folder is deleted.
data = WebKit2.WebsiteDataManager(base_data_directory=folder, base_cache_directory=folder)
context = WebKit2.WebContext(website_data_manager=data)
context.set_automation_allowed(True)
settings = WebKit2.Settings(enable_write_console_messages_to_stdout=True)


def create(_session):
    view = WebKit2.WebView(is_controlled_by_automation=True, web_context=context, settings=settings)
    window = Gtk.Window(default_width=1280, default_height=800)
    window.add(view)
    window.show_all()
    # The driver closes pages, and every page has a window of its own.
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
