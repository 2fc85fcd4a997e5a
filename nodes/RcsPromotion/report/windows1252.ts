/** What 80 to 9F stand for, where ISO 8859-1 has control characters that no text holds; five of them stay as they are. */
const BETWEEN = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** Text that was read as ISO 8859-1, as everybody means it who says so: browsers read it as Windows-1252, too. */
export const asWindows1252 = (latin1: string) =>
	latin1.replace(/[\x80-\x9f]/g, (letter) => BETWEEN.charAt(letter.charCodeAt(0) - 0x80));
