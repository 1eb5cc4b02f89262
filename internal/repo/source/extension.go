package source

// extensionReason classes a lower-case name by its extension, for files that
// need not be opened. Extensions that text files have too (.dat, .obj, .pub,
// .mod) are not here: their contents decide. An .svg is text, but a drawing.
func extensionReason(name string) SkipReason {
	switch name {
	case ".ds_store", "thumbs.db":
		return Binary
	}
	_, ext := cutExtension(name)
	switch ext {
	case "":
		return None
	case "png", "jpg", "jpeg", "jpe", "jfif", "gif", "webp", "bmp", "ico", "icns", "cur", "tif", "tiff", "avif",
		"heic", "heif", "jp2", "jxl", "jxr", "svg", "svgz", "psd", "psb", "eps", "xcf", "kra", "sketch", "fig",
		"cr2", "nef", "dng", "tga", "dds", "ktx", "ktx2", "exr", "pcx", "xpm", "apng", "emf", "wmf",
		"mp3", "wav", "ogg", "oga", "opus", "flac", "aac", "m4a", "wma", "aif", "aiff", "mid", "midi", "amr", "caf",
		"mp4", "m4v", "mov", "avi", "mkv", "webm", "mpg", "mpeg", "wmv", "flv", "f4v", "3gp", "ogv", "vob", "swf",
		"fbx", "glb", "blend", "3ds", "usdz", "c4d", "skp", "dwg":
		return Media
	case "zip", "tar", "gz", "tgz", "bz2", "tbz", "tbz2", "xz", "txz", "zst", "tzst", "lz", "lz4", "lzma", "lzo",
		"7z", "rar", "cab", "arj", "cpio", "jar", "war", "ear", "aar", "apk", "aab", "ipa", "deb",
		"rpm", "dmg", "iso", "msi", "msix", "appx", "snapcraft", "appimage", "whl", "egg", "nupkg",
		"snupkg", "gem", "crate", "vsix", "xpi", "crx", "asar", "unitypackage", "jmod", "sar", "squashfs":
		return Archive
	case "ttf", "otf", "woff", "woff2", "eot", "ttc", "pfb", "pfm", "otc", "dfont", "pcf", "bdf", "fon":
		return Font
	}
	return binaryExtension(ext)
}

func binaryExtension(ext string) SkipReason {
	switch ext {
	case "exe", "dll", "so", "dylib", "a", "o", "bin", "elf", "efi", "rlib", "rmeta",
		"class", "pyc", "pyo", "pyd", "elc", "beam", "wasm", "dex", "odex", "hi", "cmi", "cmo", "cmx", "cmxa", "node",
		"pdb", "ilk", "idb", "gch", "pch", "pcm", "suo", "ncb", "sdf", "lo",
		"db3", "sqlite", "sqlite3", "mdb", "accdb", "ldb", "rdb", "dbf", "ibd", "myd", "myi",
		"pdf", "doc", "docx", "dotx", "xls", "xlsx", "xlsm", "xlsb", "ppt", "pptx", "pps", "odt", "ods", "odp",
		"odg", "rtfd", "epub", "mobi", "azw3", "djvu", "chm", "vsd", "vsdx",
		"npy", "npz", "pkl", "pickle", "joblib", "h5", "hdf5", "parquet", "feather", "arrow", "avro", "orc", "rds",
		"rdata", "onnx", "pth", "ckpt", "safetensors", "gguf", "ggml", "tflite", "mlmodel", "keras",
		"p12", "pfx", "jks", "keystore", "der", "bks", "gpg", "kdbx", "snk",
		"mo", "gmo", "swp", "swo", "nib", "xcuserstate", "hprof", "pcap", "pcapng", "evtx",
		"pak", "uasset", "umap", "nes", "gba", "stackdump", "tlb":
		return Binary
	}
	return None
}
