/** Replaces Emscripten's binding of std::wstring and the like, which the modules do not use: their strings are UTF-8. */

// biome-ignore-all lint: Emscripten's linker declares the names, and reads no other functions
mergeInto(LibraryManager.library, { _embind_register_std_wstring: function () {} });
