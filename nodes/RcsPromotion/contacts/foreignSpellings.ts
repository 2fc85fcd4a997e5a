/**
 * What nobody writes in Western Europe, but what letters of other encodings look like when they are taken for Windows-1252.
 * Looking behind would take five times as long.
 */
const FOREIGN_SPELLING = new RegExp(
	[
		// Polish ("Pawe³"), Cyrillic ("Èâàí"), Greek, Hebrew, Arabic and Asian texts ("ƒ^ƒi"), and those of an old Mac.
		/\p{L}[£¥§¬¯±³¶¸¹¼½¾¿×÷]|[£¥§¬¯±³¶¸¹¼½¾×÷]\p{L}|\p{Ll}[ŠŽŸ]|(?![äöüßåÄÖÜÅ]{3})[À-ÖØ-öø-ÿ]{3}|[ƒ†‡ˆ‰˜]/u,
		// Czech, Slovak, Croatian, Serbian and Baltic: "Jiøí", "Nováèek", "Nìmec", "Kovaèiæ", "Bçrziòð".
		/[øØ][áéíýìùèÁÉÍÝÌÙÈ]|[áéíýìùè]ø|[ÁÉÍÝÌÙÈ]Ø|[èÈ][aeiouyáéíóúýAEIOUYÁÉÍÓÚÝ]|[ìÌ][jklmrstJKLMRST]|[aeiou]æ(?!\p{L})|òð/u,
		// Romanian: "Bãlan".
		/[ãÃ][bcdfghlmrtvzBCDFGHLMRTVZ]/u,
		// Turkish: "Gülþen", "Yýlmaz". Icelandic has these letters as well, but not so.
		/[ðþý]\p{Ll}{0,3}[üç]|[üçÜÇ]\p{Ll}{0,3}[ðþý]|\p{Ll}þ(?![aeiouáéíóúýæöjrv])|[ýÝ][cklmnzCKLMNZ]|Ý[bdfghpst]/u,
	]
		.map(({ source }) => source)
		.join('|'),
	'gu',
);

export const foreignSpellings = (text: string): number => text.match(FOREIGN_SPELLING)?.length ?? 0;
