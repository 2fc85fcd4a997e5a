/** What messaging tools hand on when somebody writes STOP, as the items of the node that received or collected it. */
import { AU, BR, DE, DE2, ES, FR, GB, IN, NL, SE, SG, US, US2, ZA, DK, MX, IE, type Shapes } from './people';

const OURS = '+4915799887766';

/** Of a Webhook node. */
const posted = (body: unknown) => ({
	json: { headers: { host: 'n8n.example.com', 'content-length': '412' }, params: {}, query: {}, body },
});

export const messagingShapes: Shapes = {
	'Twilio: inbound SMS, our own number beside that of the sender': [
		[posted({ ToCountry: 'DE', From: DE, To: OURS, Body: 'STOP', NumSegments: '1', AccountSid: 'AC3f9b' })],
		DE,
	],
	'Twilio: inbound SMS whose sender stands in a field called From, ours in one called ToPhone': [
		[{ json: { From: US, ToPhone: OURS, Body: 'STOP' } }],
		US,
	],
	'Twilio: inbound WhatsApp message': [
		[posted({ From: 'whatsapp:+5511912345678', To: `whatsapp:${OURS}`, WaId: '5511912345678', ProfileName: 'Bia' })],
		BR,
	],
	'Twilio: the form of a webhook that nobody decoded': [
		[{ json: { data: 'ToCountry=US&From=%2B14155550132&Body=STOP&To=%2B4915799887766' } }],
		US,
	],
	'Twilio: list of messages, in the spelling of its API': [
		[
			{ json: { sid: 'SM1', from: US, to: OURS, body: 'Stop', date_sent: 'Fri, 27 Nov 2026 18:24:21 +0000' } },
			{ json: { sid: 'SM2', from: US2, to: OURS, body: 'unsubscribe', date_sent: 'Fri, 27 Nov 2026 18:25:02 +0000' } },
		],
		US,
		US2,
	],
	'Infobip: inbound SMS, digits alone, in a list of results': [
		[
			posted({
				results: [
					{ messageId: '817790313235066447', from: '4915123456701', to: '4915799887766', text: 'STOP', smsCount: 1 },
				],
				messageCount: 1,
			}),
		],
		DE,
	],
	'Infobip: people API, contact with its destinations': [
		[
			{
				json: {
					id: 7771,
					contactInformation: { phone: [{ number: '447400900123' }], email: [{ address: 'a@b.example' }] },
				},
			},
		],
		GB,
	],
	'Infobip: RCS user event': [
		[posted({ results: [{ sender: '34612345678', to: 'BrandAgent', event: 'UNSUBSCRIBE' }] })],
		ES,
	],
	'MessageBird: inbound SMS, the originator as a number': [
		[posted({ id: '8a3', recipient: 4915799887766, originator: 31687654321, body: 'STOP' })],
		NL,
	],
	'Bird: inbound message of a conversation': [
		[
			posted({
				payload: {
					sender: { contact: { identifierKey: 'phonenumber', identifierValue: '+31687654321' } },
					body: { type: 'text', text: { text: 'STOP' } },
				},
			}),
		],
		NL,
	],
	'Sinch: inbound SMS': [[posted({ type: 'mo_text', from: '46701740605', to: '4915799887766', body: 'STOPP' })], SE],
	'Sinch: conversation API, opt-out of a channel': [
		[
			posted({
				opt_out_notification: { channel: 'RCS', identity: '353850123456', status: 'OPT_OUT_SUCCEEDED' },
				event_time: '2026-11-27T18:24:21.000Z',
			}),
		],
		IE,
	],
	'Vonage: inbound SMS, called msisdn': [
		[posted({ msisdn: '447400900123', to: '4915799887766', text: 'STOP', 'message-timestamp': '2026-11-27 18:24:21' })],
		GB,
	],
	'Vonage: messages API': [
		[posted({ channel: 'rcs', from: '14155550132', to: 'Brand', text: 'STOP', context_status: 'none' })],
		US,
	],
	'WhatsApp Cloud API: the webhook as Meta sends it': [
		[
			posted({
				object: 'whatsapp_business_account',
				entry: [
					{
						id: '102290129340398',
						changes: [
							{
								field: 'messages',
								value: {
									metadata: { display_phone_number: '4915799887766', phone_number_id: '106540352242922' },
									contacts: [{ profile: { name: 'Asha' }, wa_id: '919876543210' }],
									messages: [
										{ from: '919876543210', id: 'wamid.HBgL', timestamp: '1764267861', text: { body: 'STOP' } },
									],
								},
							},
						],
					},
				],
			}),
		],
		IN,
	],
	'WhatsApp Web libraries: the number as an address': [
		[{ json: { chatId: '4915123456701@c.us', body: 'stop' } }, { json: { chatId: '6581234567@s.whatsapp.net' } }],
		DE,
		SG,
	],
	'Telnyx: inbound message, ours in a list': [
		[
			posted({
				data: {
					payload: { from: { phone_number: US, carrier: 'T-Mobile' }, to: [{ phone_number: OURS }], text: 'STOP' },
				},
			}),
		],
		US,
	],
	'Plivo: inbound SMS, digits alone': [
		[posted({ From: '61491570156', To: '4915799887766', Text: 'STOP', MessageUUID: '3d19' })],
		AU,
	],
	'Bandwidth: a list of events': [
		[posted([{ type: 'message-received', message: { owner: OURS, from: US, to: [OURS], text: 'STOP' } }])],
		US,
	],
	'ClickSend: inbound SMS, fields of both spellings': [
		[posted({ originalsenderid: OURS, body: 'STOP', from: AU, timestamp: '1764267861', list_id: '345678' })],
		AU,
	],
	'Clickatell: inbound SMS': [
		[posted({ messageId: '87ab', fromNumber: '27711234567', toNumber: '27788887777', text: 'STOP' })],
		ZA,
	],
	'seven.io: inbound SMS, digits with 00': [
		[posted({ webhook_event: 'sms_mo', data: { sender: '004915123456701', system: '4915799887766', text: 'STOP' } })],
		DE,
	],
	'sipgate: history entry with source and target': [
		[{ json: { source: DE2, target: OURS, smsContent: 'Stopp', direction: 'INCOMING' } }],
		DE2,
	],
	'OVH SMS: inbound message, a French number with 33': [
		[{ json: { sender: '+33612340023', message: 'STOP', creationDatetime: '2026-11-27T18:24:21+01:00' } }],
		FR,
	],
	'SMS gateway of a phone: inbound message of a short number, with spaces': [
		[{ json: { phoneNumber: '+45 20 12 34 56', message: 'STOP', simNumber: 1 } }],
		DK,
	],
	'Slack: somebody passes a STOP on, the number as a link': [
		[
			{
				json: {
					type: 'message',
					user: 'U02ABCD',
					text: 'STOP from <tel:+14155550132|(415) 555-0132>',
					ts: '1764267861.000200',
				},
			},
		],
		US,
	],
	'Respond.io: contact of a conversation that was closed': [
		[posted({ contact: { id: 1234567, firstName: 'Lupe', phone: '+525512345678', tags: ['opt-out'] } })],
		MX,
	],
	'an MMS gateway: a message with an ID and a MIME type, as files have them': [
		[{ json: { id: 'mms-1', mimeType: 'text/plain', from: DE, to: OURS, content: 'STOP' } }],
		DE,
	],
	'a report of ours: rows whose status is opted out, with the phone beside its digits': [
		[{ json: { phone: DE, phoneDigits: DE.slice(1), status: 'OPTOUT', timestamp: 1764267861000, retryCount: 0 } }],
		DE,
	],
};
