package charset

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
)

// sample is a text with its expected encoding.
type sample struct {
	enc  encoding.Encoding
	name string
	text string
}

const (
	french = "// Récupère les données de l'élève, déjà traitées à la première étape.\n// Vérifier que le modèle « bêta » a " +
		"bien été chargé.\nint n = 0;\n"
	german   = "/* Prüft, ob der Schlüssel gültig ist, und löscht überzählige Einträge. */\nint größe = 3;\n"
	spanish  = "# Función que añade el año y la opción según el tamaño máximo.\nx = 1\n"
	russian  = "// Проверяем, что файл существует, и читаем его построчно.\nint x; // счётчик строк\n"
	japan    = "// この関数はファイルが存在するかどうかを確認し、すべての行を読み込みます。\nint main() {}\n"
	chinese  = "// 这个函数检查文件是否存在，然后读取所有的行。\nint main() {}\n"
	taiwan   = "// 這個函式檢查檔案是否存在，然後讀取所有的行。\nint main() {}\n"
	hangul   = "// 이 함수는 파일이 있는지 확인하고 모든 줄을 읽습니다.\nint main() {}\n"
	oneName  = "# Copyright (c) 2003 José Müller\n# this file is free\nx = 1\n"
	oneSign  = "/* \u00a9 1999, all rights reserved; 20\u00b0C \u00b1 1 */\n"
	quotes   = "Don\u2019t use \u201csmart\u201d quotes \u2014 they cost 5 \u20ac.\n"
	filename = "/* 変数の値を設定する */ s = \"ソフト\";\n"
)

func samples() []sample {
	return []sample{
		{charmap.ISO8859_1, "windows-1252", french},
		{charmap.ISO8859_1, "windows-1252", german},
		{charmap.ISO8859_1, "windows-1252", spanish},
		{charmap.ISO8859_1, "windows-1252", oneName},
		{charmap.ISO8859_1, "windows-1252", oneSign},
		{charmap.Windows1252, "windows-1252", quotes},
		{charmap.Windows1252, "windows-1252", french + quotes},
		{charmap.Windows1251, "windows-1251", "# -*- coding: windows-1251 -*-\n" + russian},
		{charmap.Windows1251, "cp1251", "<?xml version=\"1.0\" encoding='CP1251'?>\n" + russian},
		{charmap.KOI8R, "koi8-r", "#!/usr/bin/python\n# vim: set fileencoding=koi8-r :\n" + russian},
		{charmap.CodePage866, "cp866", "@charset \"cp866\";\n" + russian},
		{charmap.Windows1252, "windows-1252", "# coding: utf-8, says who wrote it\n" + french + quotes},
		{charmap.Windows1252, "windows-1252", "# coding: iso-8859-1, but for the quotes\n" + quotes},
		{charmap.Windows1252, "windows-1252", "# coding: of-my-own\n" + french},
		{charmap.ISO8859_15, "iso-8859-15", "# -*- coding: iso-8859-15 -*-\n" + french + "€"},
		{charmap.ISO8859_1, "iso-8859-1", "<meta charset=iso-8859-1>\n" + french},
		{japanese.ShiftJIS, "sjis", "// coding: sjis\n" + japan},
		{japanese.ShiftJIS, "shift_jis-dos", "// -*- coding: Shift_JIS-dos -*-\n" + filename},
		{japanese.EUCJP, "euc-jp", "# coding=euc-jp\n" + japan},
		{japanese.ISO2022JP, "iso-2022-jp", japan},
		{simplifiedchinese.GBK, "gb2312", "<meta http-equiv=content-type content=\"text/html; charset=gb2312\">\n" + chinese},
		{simplifiedchinese.GB18030, "gb18030", "# coding: gb18030\n" + chinese},
		{traditionalchinese.Big5, "big5", "# coding: big5\n" + taiwan},
		{korean.EUCKR, "cp949", "# coding: cp949\n" + hangul},
		{unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), "utf-16le", japan + "𝄞\r\n"},
		{unicode.UTF16(unicode.BigEndian, unicode.UseBOM), "utf-16be", french + "𝄞\r\n"},
		{utf32.UTF32(utf32.LittleEndian, utf32.UseBOM), "utf-32le", russian},
		{utf32.UTF32(utf32.BigEndian, utf32.UseBOM), "utf-32be", chinese},
		{unicode.UTF8BOM, "utf-8-bom", hangul},
		{unicode.UTF8, "utf-8", hangul + russian + french},
	}
}

func TestDecodeRoundTrip(t *testing.T) {
	t.Parallel()
	for _, s := range samples() {
		raw, err := s.enc.NewEncoder().String(s.text)
		if err != nil {
			t.Fatalf("%s: %v", s.name, err)
		}
		text, name, err := Decode([]byte(raw))
		if err != nil || text != s.text || name != s.name {
			t.Errorf("%s: %v as %q: %q from %q", s.name, err, name, text, raw)
		}
	}
}

func TestDecodeRefuses(t *testing.T) {
	t.Parallel()
	latin, err := charmap.ISO8859_1.NewEncoder().String(french)
	if err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		raw  string
		want error
	}{
		"nul":                        {"text\x00", ErrBinary},
		"control characters":         {strings.Repeat("\x01\x02ab", 20), ErrBinary},
		"bom and nul":                {"\ufeffa\x00", ErrBinary},
		"bom and bad byte":           {"\ufeffa\xff", ErrUnknown},
		"odd utf-16":                 {"\xff\xfea\x00b", ErrUnknown},
		"half pair":                  {"\xff\xfe\x00\xd8a\x00", ErrUnknown},
		"half pair at the end":       {"\xff\xfe\x00\xd8", ErrUnknown},
		"utf-16 of nulls":            {"\xff\xfea\x00\x00\x00b\x00", ErrBinary},
		"utf-16 without a mark":      {"a\x00b\x00c\x00\n\x00", ErrBinary},
		"cut utf-8":                  {russian + "\xd0", ErrUnknown},
		"utf-8 with a stray byte":    {russian + "\x93" + russian, ErrUnknown},
		"utf-8 and latin-1 together": {french + french + french + latin, ErrUnknown},
		"noise":                      {"\x8f\xe1\xd3\x9a\x81\xc4\xb2\xaa\xfe\xa1\x9f\xe7\x8d\xd5\x83\xb9 \xc5\x90\xaf\xfd\xea\x97\xcb\x85", ErrUnknown},
		"all high bytes":             {highBytes(), ErrUnknown},
		"undefined in windows-1252":  {"x = \"\x81\x8d\x8f\x90\x9d\"", ErrUnknown},
		"raw bytes in a literal":     {"const data = \"\xfe\xed\xfa\xce\xff\xff\x90\x90\"", ErrUnknown},
	} {
		if text, enc, err := Decode([]byte(tt.raw)); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v as %s: %q", name, err, enc, text)
		}
	}
}

func highBytes() string {
	var b strings.Builder
	for c := 0x80; c < 0x100; c++ {
		b.WriteByte(byte(c))
	}
	return b.String()
}

func TestDecodeKeepsWhatLooksOdd(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", "\n", "\r\n", "a\rb", "\x1b[31mred\x1b[0m \x1b(B", "page\x0cbreak", "bell\x07 in a long enough line of text", "\x7f is delete, in a line of text",
		"tab\there", "\u0085\u2028\ufeff inside", "\ufffd", "ascii only",
	} {
		if got, enc, err := Decode([]byte(text)); got != text || enc != "utf-8" || err != nil {
			t.Errorf("%q: %q %s %v", text, got, enc, err)
		}
	}
}

// FuzzDecode: no input may crash it, every text is valid UTF-8 without a mark, and valid UTF-8 is unchanged unless
// it is refused or was in ISO-2022-JP.
func FuzzDecode(f *testing.F) {
	for _, s := range samples() {
		raw, err := s.enc.NewEncoder().String(s.text)
		if err != nil {
			f.Fatal(err)
		}
		f.Add([]byte(raw))
	}
	f.Add([]byte("\x1b$B$3$N\x1b(B"))
	f.Add([]byte("\xff\xfe\x00\x00\x00\x00\x11\x00"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		text, enc, err := Decode(raw)
		if again, enc2, err2 := Decode(raw); again != text || enc2 != enc || !errors.Is(err2, err) {
			t.Fatal("not deterministic")
		}
		if err != nil {
			if text != "" || enc != "" || !errors.Is(err, ErrBinary) && !errors.Is(err, ErrUnknown) {
				t.Fatalf("%v with a text", err)
			}
			return
		}
		if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
			t.Fatalf("%s gives %q", enc, text)
		}
		if utf8.Valid(raw) && enc != "iso-2022-jp" && strings.TrimPrefix(string(raw), "\ufeff") != text {
			t.Fatalf("%s: %q became %q", enc, raw, text)
		}
	})
}
