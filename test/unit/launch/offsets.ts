/**
 * By IANA's table of countries (zone.tab, 2025b), and not by what JavaScript knows: the offsets from UTC, in hours, in a country on the 15th
 * of January 2026 and, where they differ, on the 15th of July: FR|1/2, and US|-10..-5/-10..-4 from its westernmost to its easternmost zone.
 */
const TABLE = `
	AD|1/2 AE|4 AF|4.5 AG|-4 AI|-4 AL|1/2 AM|4 AO|1 AR|-3 AS|-11 AT|1/2 AU|8..11/8..10.5 AW|-4 AX|2/3 AZ|4 BA|1/2 BB|-4
	BD|6 BE|1/2 BF|0 BG|2/3 BH|3 BI|2 BJ|1 BL|-4 BM|-4/-3 BN|8 BO|-4 BQ|-4 BR|-5..-2 BS|-5/-4 BT|6 BW|2 BY|3 BZ|-6
	CA|-8..-3.5/-7..-2.5 CC|6.5 CD|1..2 CF|1 CG|1 CH|1/2 CI|0 CK|-10 CL|-5..-3/-6..-3 CM|1 CN|6..8 CO|-5 CR|-6 CU|-5/-4
	CV|-1 CW|-4 CX|7 CY|2/3 CZ|1/2 DE|1/2 DJ|3 DK|1/2 DM|-4 DO|-4 DZ|1 EC|-6..-5 EE|2/3 EG|2/3 EH|1 ER|3 ES|0..1/1..2
	ET|3 FI|2/3 FJ|12 FK|-3 FM|10..11 FO|0/1 FR|1/2 GA|1 GB|0/1 GD|-4 GE|4 GF|-3 GG|0/1 GH|0 GI|1/2 GL|-4..0/-3..0 GM|0
	GN|0 GP|-4 GQ|1 GR|2/3 GT|-6 GU|10 GW|0 GY|-4 HK|8 HN|-6 HR|1/2 HT|-5/-4 HU|1/2 ID|7..9 IE|0/1 IL|2/3 IM|0/1 IN|5.5
	IO|6 IQ|3 IR|3.5 IS|0 IT|1/2 JE|0/1 JM|-5 JO|3 JP|9 KE|3 KG|6 KH|7 KI|12..14 KM|3 KN|-4 KP|9 KR|9 KW|3 KY|-5 KZ|5
	LA|7 LB|2/3 LC|-4 LI|1/2 LK|5.5 LR|0 LS|2 LT|2/3 LU|1/2 LV|2/3 LY|2 MA|1 MC|1/2 MD|2/3 ME|1/2 MF|-4 MG|3 MH|12
	MK|1/2 ML|0 MM|6.5 MN|7..8 MO|8 MP|10 MQ|-4 MR|0 MS|-4 MT|1/2 MU|4 MV|5 MW|2 MX|-8..-5/-7..-5 MY|8 MZ|2 NA|2 NC|11
	NE|1 NF|12/11 NG|1 NI|-6 NL|1/2 NO|1/2 NP|5.75 NR|12 NU|-11 NZ|13..13.75/12..12.75 OM|4 PA|-5 PE|-5 PF|-10..-9
	PG|10..11 PH|8 PK|5 PL|1/2 PM|-3/-2 PR|-4 PS|2/3 PT|-1..0/0..1 PW|9 PY|-3 QA|3 RE|4 RO|2/3 RS|1/2 RU|2..12 RW|2
	SA|3 SB|11 SC|4 SD|2 SE|1/2 SG|8 SH|0 SI|1/2 SJ|1/2 SK|1/2 SL|0 SM|1/2 SN|0 SO|3 SR|-3 SS|2 ST|0 SV|-6 SX|-4 SY|3
	SZ|2 TC|-5/-4 TD|1 TG|0 TH|7 TJ|5 TK|13 TL|9 TM|5 TN|1 TO|13 TR|3 TT|-4 TV|12 TW|8 TZ|3 UA|2..3/3 UG|3
	US|-10..-5/-10..-4 UY|-3 UZ|5 VA|1/2 VC|-4 VE|-4 VG|-4 VI|-4 VN|7 VU|11 WF|12 WS|13 YE|3 YT|3 ZA|2 ZM|2 ZW|2`;

interface Offsets {
	least: number;
	most: number;
}

const readOffsets = (text: string): Offsets => {
	const [least = NaN, most = least] = text.split('..').map(Number);
	return { least, most };
};

export const offsets = TABLE.trim()
	.split(/\s+/)
	.map((entry) => {
		const [country = '', table = ''] = entry.split('|');
		const [january = '', july = january] = table.split('/');
		return { country, january: readOffsets(january), july: readOffsets(july) };
	});
