/**
 * What nobody writes in Western Europe, but what letters of other encodings look like when they are taken for Windows-1252.
 * Patterns that look behind would take five times as long.
 */
const FOREIGN_SPELLING = new RegExp(
	[
		// Polish ("Pawe³"), Cyrillic ("Èâàí"), Greek, Hebrew, Arabic and Asian texts ("ƒ^ƒi"), and those of an old Mac.
		/\p{L}[£¥§¬¯±³¶¸¹¼½¾¿×÷]|[£¥§¬¯±³¶¸¹¼½¾×÷]\p{L}|\p{Ll}[ŠŽŸ]|(?![äöüßåÄÖÜÅ]{3})[À-ÖØ-öø-ÿ]{3}|[ƒ†‡ˆ‰˜]/u,
		// Czech, Slovak, Croatian, Serbian and Baltic: "Jiøí", "Nováèek", "Nìmec", "Kovaèiæ", "Bçrziòð".
		/[øØ][áéíýìùèÁÉÍÝÌÙÈ]|[áéíýìùè]ø|[ÁÉÍÝÌÙÈ]Ø|[èÈ][aeiouyáéíóúýAEIOUYÁÉÍÓÚÝ]|[ìÌ][jkstJKST]|[aeiou]æ(?!\p{L})|òð/u,
		// Romanian: "Bãlan".
		/[ãÃ][bcdfghlmrtvzBCDFGHLMRTVZ]/u,
	]
		.map(({ source }) => source)
		.join('|'),
	'gu',
);
/** "Gülþen", "Yýlmaz". Icelandic has these letters as well, beside others that Turkish never has. */
const TURKISH =
	/[ðþý]\p{Ll}{0,3}[üç]|[üçÜÇ]\p{Ll}{0,3}[ðþý]|\p{Ll}þ(?![aeiouáéíóúýæöjrv])|[ýÝ][cklmnzCKLMNZ]|Ý[bdfghpst]/gu;
const ICELANDIC = /[áóúæÁÓÚÆ]/u;

/** Counts them in a text that comes in portions of whole words. */
export class ForeignSpellings {
	private found = 0;
	private turkish = 0;
	private isIcelandic = false;

	take(words: string): void {
		this.found += words.match(FOREIGN_SPELLING)?.length ?? 0;
		this.turkish += words.match(TURKISH)?.length ?? 0;
		this.isIcelandic ||= ICELANDIC.test(words);
	}

	get count(): number {
		return this.found + (this.isIcelandic ? 0 : this.turkish);
	}
}
