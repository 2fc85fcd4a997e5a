import { contactColumns, type ContactColumn } from './types';

/** What a field with a phone number is for. `unsure` is one that nobody should be written to by guess: of the office, of home, a fax. */
export type PhoneKind = 'mobile' | 'phone' | 'unsure';

interface PhoneName {
	kind: PhoneKind;
	/** Among names of one kind: the lower, the better. */
	rank: number;
}

/** "Contact No." may be the number under which a contact is kept, so it counts only where nothing else is called a phone. */
export const WORDLESS_RANK = 1000;

const withoutMarks = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '');
const words = (list: string): ReadonlySet<string> => new Set(withoutMarks(list).split(/\s+/));

const mobileWords = [
	words(
		`mobile mobil movil celular cellulare cellulaire cell cellular handy portable telemovel smartphone natel mob mobilfunk
		telefonino iphone mobiel mobiele komórka komórkowy matkapuhelin мобильный κινητό 携帯 携帯電話 携帯番号 携帯電話番号
		手机 手机号 手机号码 手機 手機號碼 휴대폰 휴대폰번호 휴대전화 휴대전화번호 핸드폰 핸드폰번호`,
	),
	words('sms msisdn gsm'),
	words('whatsapp wa'),
];
const phoneWords = words(
	`phone phones telephone tel telefon telefono telefone telf tlf tfno tfn fon fone ph rufnummer telefonico telefonica telefoon
	telefonu telefonní puhelin телефон телефона τηλέφωνο 電話 電話番号 电话 电话号码 電話號碼 전화번호`,
);
/** Whose a phone is in a table that holds more than one person. */
const whose = words(
	`user users member members shipping delivery billing invoice customer client cliente kunde contact kontakt lead person
	subscriber recipient profile invitee attendee participant guest patient student donor`,
);
/** Staff or another customer, where the contact has a place of its own for its phone number. */
export const isStaff = (word: string) => /^(users?|members?)$/.test(word);
/** A delivery address may be another person's, so it is used last. */
export const isDelivery = (word: string) => /^(shipping|delivery)/.test(word);
/** Who pays may be another person than who bought, so a customer's own comes first. */
export const isBilling = (word: string) => word.startsWith('billing');
export const mayBeOthers = (word: string) => isStaff(word) || isDelivery(word);
/** Beside a word for a phone these change nothing. */
const neutralWords = words(
	`number numbers no nr num nummer numero n e164 international contact contacts customer client cliente kunde kunden lead
	person member subscriber recipient primary main default preferred best value billing invoice your ihre votre tu seu sua
	my what is please enter de del di do da du des della of for the la le el il o a su user profile formatted full valid
	field custom recapito contatto contato contacto kontakt kundin deine dein wie lautet ist quel est cual es qual s
	invitee attendee participant guest patient student donor fur text texts updates fields data merges číslo numer numara numarası numarasi номер klant cep`,
);
const laterWords = words('shipping delivery secondary second alternate alternative additional backup 2 3 4 5 6 7 8 9');
/** Next to a word for a mobile phone they say whose it is; next to any other word for a phone they suggest a landline. */
const placeWords = words('home work office business private personal privat geschaftlich dienstlich personale trabajo');
const faxWords = words('fax telefax');
/** At a number in a contact's list they say that somebody else answers, or nobody. */
const strangerWords = words(
	`fax telefax pager assistant asst secretary emergency notfall spouse husband wife partner parent parents mother father
	guardian child relative manager supervisor boss owner referrer`,
);

const nameNames = [
	...words(`name fullname displayname completename vollername vollstandigername nombrecompleto nomecompleto nomcomplet
	vorundnachname nombreyapellidos nomeecognome personname profilename pushname firstname fname givenname vorname prenom
	nombre nome primeironome rufname nom nometprenom prenometnom kundenname kontaktname nomdelcliente nombredelcliente
	nomedocliente nomducliente nomecliente nombrecliente nomclient anzeigename firstandlastname voornaam naam volledigenaam
	imię imięinazwisko adsoyad adısoyadı adisoyadi isim namn förnamn navn fornavn nimi etunimi jméno имя фио όνομα 氏名 お名前 名前 姓名 이름`),
];
const languageNames = [
	...words(`language languagecode lang langcode locale locales languages sprache idioma langue lingua lng linguagem sprachcode
	korrespondenzsprache bevorzugtesprache taal język dil språk sprog kieli язык 言語 语言`),
];
const subscriberNames = ['businesssubscriberid', 'businesssubscriber', 'subscriberid', 'bsid'];
/** Before a name or a language they only say whose it is. */
const ownerWords = words(
	`billing shipping customer contact client recipient subscriber lead person preferred primary your user field browser
	default correspondence bevorzugte korrespondenz preferida preferido preferita preferee invitee attendee participant guest
	patient student donor what is s my please enter fields value data merges`,
);

/** "MobilePhone__c", "property_phone" and "Numéro de téléphone" as words in small letters without marks. */
export function wordsOf(name: string): string[] {
	return withoutMarks(name)
		.replace(/^(property|hs|cf)_|__p?c$/gi, '')
		.replace(/\((incl|with|mit|avec|con|com|e\.g|z\.\s?b|optional|required|pflicht)[^)]{0,80}\)/gi, '')
		.replace(/whats\s?app/gi, ' whatsapp ')
		.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
		.replace(/(\p{L})(?=\d)/gu, '$1 ')
		.replace(/e ?164/gi, 'e164')
		.toLowerCase()
		.split(/[^\p{L}\p{N}]+/u)
		.filter((word) => word !== '');
}

export function phoneName(name: string): PhoneName | undefined {
	const all = wordsOf(name).flatMap(taken);
	const mobile = mobileWords.findIndex((group) => all.some((word) => group.has(word)));
	const isPhone = all.some((word) => phoneWords.has(word)) || isPhoneWithoutTheWord(all);
	if ((mobile < 0 && !isPhone) || all.some((word) => faxWords.has(word))) return undefined;
	const rest = all.filter((word) => !isPhoneWord(word) && !neutralWords.has(word) && word !== '1');
	const others = rest.filter((word) => !laterWords.has(word));
	const later = rest.length - others.length;
	const isSure = mobile >= 0 ? others.every((word) => placeWords.has(word)) : others.length === 0;
	if (!isSure && !isPhoneWithoutTheWord(all)) return { kind: 'unsure', rank: 0 };
	const rank = Math.max(mobile, 0) + later * 10;
	return { kind: mobile >= 0 ? 'mobile' : 'phone', rank: isPhoneWithoutTheWord(all) ? WORDLESS_RANK : rank };
}

/** The place of a name among those that are usual for the column: the lower, the better. Undefined for any other name. */
export function nameRank(column: Exclude<ContactColumn, 'phone'>, name: string): number | undefined {
	const all = wordsOf(name);
	const own = all.length > 1 ? all.filter((word) => !ownerWords.has(word)) : all;
	const bare = (column === 'businesssubscriberid' ? all : own).join('');
	const names = { name: nameNames, language: languageNames, businesssubscriberid: subscriberNames }[column];
	const rank = names.indexOf(bare);
	return rank < 0 ? undefined : rank + (all.some(mayBeOthers) ? names.length : 0);
}

/** Whether any of the four columns is usually called so. */
export const isColumnName = (name: string): boolean =>
	contactColumns.some((column) => (column === 'phone' ? phoneName(name) : nameRank(column, name)) !== undefined);

/** The words in a name that say whose it is. */
export const whoseWords = (name: string) => wordsOf(name).filter((word) => whose.has(word));

/** Whether it is what a person is called, or a part of it: "Billing Last Name". */
export function isPersonName(name: string): boolean {
	const own = wordsOf(name).filter((word) => !whose.has(word));
	return nameRank('name', own.join(' ')) !== undefined || isLastName(own.join(' '));
}

/** The words of a person's name, without numbers. */
export const personWords = (text: string) => wordsOf(text).filter((word) => /\p{L}/u.test(word));

/** One without a name is nobody else; "Ann" is Ann Doe, and Ann M. Doe is Ann Marie Doe. */
export function isSamePerson(one: string[], other: string[]): boolean {
	const isWithin = (few: string[], many: string[]) => few.every((word) => many.includes(word));
	if (isWithin(one, other) || isWithin(other, one)) return true;
	return one[0] === other[0] && one.at(-1) === other.at(-1);
}

/** What people are called, with nothing said about which part of it. */
export const isBareName = (name: string) => /^(name|naam|namn|navn|nimi)$/.test(wordsOf(name).join(''));
/** Beside a first name in one of these languages, "Name" is the family name. */
const GIVEN_NAME = /^(vorname|rufname|voornaam|fornamn|fornavn|etunimi)$/;
const GIVEN_NAME_IN_ENGLISH = /^(first|given|f)name$/;
export const givenNameKind = (name: string): 'besideFamilyName' | 'besideAnyName' | undefined => {
	const plain = wordsOf(name).join('');
	if (GIVEN_NAME.test(plain)) return 'besideFamilyName';
	return GIVEN_NAME_IN_ENGLISH.test(plain) ? 'besideAnyName' : undefined;
};

const isLastName = (name: string) =>
	/^(last|family|sur)(name)?$|^lname$|^nachname$|^familienname$|^apellidos?$|^cognome$|^sobrenome$|^apelido$|^nom(defamille)?$|^achternaam$/.test(
		wordsOf(name).join(''),
	);

/** Whether a label such as Pipedrive's or Google's stands at a mobile number. */
export const isMobileLabel = (label: unknown) => typeof label === 'string' && phoneName(label)?.kind === 'mobile';
export const isStrangersLabel = (label: unknown) =>
	typeof label === 'string' && wordsOf(label).some((word) => strangerWords.has(word));

/** The column that the service itself reads under this name, in any case. */
export function serviceColumn(name: string): ContactColumn | undefined {
	const small = name.trim().toLowerCase();
	return contactColumns.find((column) => column === small);
}

const isPhoneWord = (word: string) => phoneWords.has(word) || mobileWords.some((group) => group.has(word));

/** What people write without saying "phone". */
const isPhoneWithoutTheWord = (all: readonly string[]) =>
	['contact number', 'contact no', 'kontaktnummer', 'numero de contacto', 'numero de contato', 'wa id'].includes(
		all.join(' '),
	);

const known = [...phoneWords, ...mobileWords.flatMap((group) => [...group]), 'number', 'nummer', 'no', 'nr', 'numero'];

/** "mobilephonenumber" taken apart; what is not made of such words stays whole. */
function taken(word: string): string[] {
	if (neutralWords.has(word) || known.includes(word)) return [word];
	for (const start of known) {
		if (start.length < 3 || !word.startsWith(start)) continue;
		const rest = taken(word.slice(start.length));
		if (rest.every((part) => known.includes(part))) return [start, ...rest];
	}
	return [word];
}
