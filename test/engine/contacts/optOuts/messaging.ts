/** What messaging tools hand on when somebody writes STOP, as the items of the node that received or collected it. */
import { AU, BR, DE, DE2, ES, FR, GB, IN, NL, SE, SG, US, US2, ZA, DK, MX, IE } from './people';
import type { Shape } from './shape';

const OURS = '+4915799887766';

/** Of a Webhook node. */
const posted = (body: unknown) => ({
	json: { headers: { host: 'n8n.example.com', 'content-length': '412' }, params: {}, query: {}, body },
});

export const messagingShapes: Shape[] = [
	{
		shape: 'Twilio: inbound SMS, our own number beside that of the sender',
		optOuts: [posted({ ToCountry: 'DE', From: DE, To: OURS, Body: 'STOP', NumSegments: '1', AccountSid: 'AC3f9b' })],
		listed: [DE],
	},
	{
		shape: 'Twilio: inbound SMS whose sender stands in a field called From, ours in one called ToPhone',
		optOuts: [{ json: { From: US, ToPhone: OURS, Body: 'STOP' } }],
		listed: [US],
	},
	{
		shape: 'Twilio: inbound WhatsApp message',
		optOuts: [
			posted({ From: 'whatsapp:+5511912345678', To: `whatsapp:${OURS}`, WaId: '5511912345678', ProfileName: 'Bia' }),
		],
		listed: [BR],
	},
	{
		shape: 'Twilio: the form of a webhook that nobody decoded',
		optOuts: [{ json: { data: 'ToCountry=US&From=%2B14155550132&Body=STOP&To=%2B4915799887766' } }],
		listed: [US],
	},
	{
		shape: 'Twilio: list of messages, in the spelling of its API',
		optOuts: [
			{ json: { sid: 'SM1', from: US, to: OURS, body: 'Stop', date_sent: 'Fri, 27 Nov 2026 18:24:21 +0000' } },
			{ json: { sid: 'SM2', from: US2, to: OURS, body: 'unsubscribe', date_sent: 'Fri, 27 Nov 2026 18:25:02 +0000' } },
		],
		listed: [US, US2],
	},
	{
		shape: 'Infobip: inbound SMS, digits alone, in a list of results',
		optOuts: [
			posted({
				results: [
					{ messageId: '817790313235066447', from: '4915123456701', to: '4915799887766', text: 'STOP', smsCount: 1 },
				],
				messageCount: 1,
			}),
		],
		listed: [DE],
	},
	{
		shape: 'Infobip: people API, contact with its destinations',
		optOuts: [
			{
				json: {
					id: 7771,
					contactInformation: { phone: [{ number: '447400900123' }], email: [{ address: 'a@b.example' }] },
				},
			},
		],
		listed: [GB],
	},
	{
		shape: 'Infobip: RCS user event',
		optOuts: [posted({ results: [{ sender: '34612345678', to: 'BrandAgent', event: 'UNSUBSCRIBE' }] })],
		listed: [ES],
	},
	{
		shape: 'MessageBird: inbound SMS, the originator as a number',
		optOuts: [posted({ id: '8a3', recipient: 4915799887766, originator: 31687654321, body: 'STOP' })],
		listed: [NL],
	},
	{
		shape: 'Bird: inbound message of a conversation',
		optOuts: [
			posted({
				payload: {
					sender: { contact: { identifierKey: 'phonenumber', identifierValue: '+31687654321' } },
					body: { type: 'text', text: { text: 'STOP' } },
				},
			}),
		],
		listed: [NL],
	},
	{
		shape: 'Sinch: inbound SMS',
		optOuts: [posted({ type: 'mo_text', from: '46701740605', to: '4915799887766', body: 'STOPP' })],
		listed: [SE],
	},
	{
		shape: 'Sinch: conversation API, opt-out of a channel',
		optOuts: [
			posted({
				opt_out_notification: { channel: 'RCS', identity: '353850123456', status: 'OPT_OUT_SUCCEEDED' },
				event_time: '2026-11-27T18:24:21.000Z',
			}),
		],
		listed: [IE],
	},
	{
		shape: 'Vonage: inbound SMS, called msisdn',
		optOuts: [
			posted({ msisdn: '447400900123', to: '4915799887766', text: 'STOP', 'message-timestamp': '2026-11-27 18:24:21' }),
		],
		listed: [GB],
	},
	{
		shape: 'Vonage: messages API',
		optOuts: [posted({ channel: 'rcs', from: '14155550132', to: 'Brand', text: 'STOP', context_status: 'none' })],
		listed: [US],
	},
	{
		shape: 'WhatsApp Cloud API: the webhook as Meta sends it',
		optOuts: [
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
		listed: [IN],
	},
	{
		shape: 'WhatsApp Web libraries: the number as an address',
		optOuts: [
			{ json: { chatId: '4915123456701@c.us', body: 'stop' } },
			{ json: { chatId: '6581234567@s.whatsapp.net' } },
		],
		listed: [DE, SG],
	},
	{
		shape: 'Telnyx: inbound message, ours in a list',
		optOuts: [
			posted({
				data: {
					payload: { from: { phone_number: US, carrier: 'T-Mobile' }, to: [{ phone_number: OURS }], text: 'STOP' },
				},
			}),
		],
		listed: [US],
	},
	{
		shape: 'Plivo: inbound SMS, digits alone',
		optOuts: [posted({ From: '61491570156', To: '4915799887766', Text: 'STOP', MessageUUID: '3d19' })],
		listed: [AU],
	},
	{
		shape: 'Bandwidth: a list of events',
		optOuts: [posted([{ type: 'message-received', message: { owner: OURS, from: US, to: [OURS], text: 'STOP' } }])],
		listed: [US],
	},
	{
		shape: 'ClickSend: inbound SMS, fields of both spellings',
		optOuts: [posted({ originalsenderid: OURS, body: 'STOP', from: AU, timestamp: '1764267861', list_id: '345678' })],
		listed: [AU],
	},
	{
		shape: 'Clickatell: inbound SMS',
		optOuts: [posted({ messageId: '87ab', fromNumber: '27711234567', toNumber: '27788887777', text: 'STOP' })],
		listed: [ZA],
	},
	{
		shape: 'seven.io: inbound SMS, digits with 00',
		optOuts: [
			posted({ webhook_event: 'sms_mo', data: { sender: '004915123456701', system: '4915799887766', text: 'STOP' } }),
		],
		listed: [DE],
	},
	{
		shape: 'sipgate: history entry with source and target',
		optOuts: [{ json: { source: DE2, target: OURS, smsContent: 'Stopp', direction: 'INCOMING' } }],
		listed: [DE2],
	},
	{
		shape: 'OVH SMS: inbound message, a French number with 33',
		optOuts: [{ json: { sender: '+33612340023', message: 'STOP', creationDatetime: '2026-11-27T18:24:21+01:00' } }],
		listed: [FR],
	},
	{
		shape: 'SMS gateway of a phone: inbound message of a short number, with spaces',
		optOuts: [{ json: { phoneNumber: '+45 20 12 34 56', message: 'STOP', simNumber: 1 } }],
		listed: [DK],
	},
	{
		shape: 'Slack: somebody passes a STOP on, the number as a link',
		optOuts: [
			{
				json: {
					type: 'message',
					user: 'U02ABCD',
					text: 'STOP from <tel:+14155550132|(415) 555-0132>',
					ts: '1764267861.000200',
				},
			},
		],
		listed: [US],
	},
	{
		shape: 'Respond.io: contact of a conversation that was closed',
		optOuts: [posted({ contact: { id: 1234567, firstName: 'Lupe', phone: '+525512345678', tags: ['opt-out'] } })],
		listed: [MX],
	},
	{
		shape: 'an MMS gateway: a message with an ID and a MIME type, as files have them',
		optOuts: [{ json: { id: 'mms-1', mimeType: 'text/plain', from: DE, to: OURS, content: 'STOP' } }],
		listed: [DE],
	},
	{
		shape: 'a report of ours: rows whose status is opted out, with the phone beside its digits',
		optOuts: [
			{ json: { phone: DE, phoneDigits: DE.slice(1), status: 'OPTOUT', timestamp: 1764267861000, retryCount: 0 } },
		],
		listed: [DE],
	},
];
