import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { refuse } from './answer';
import { ContactFileReader } from './contactFile';
import { parseBody, receive, resetIfAsked, type Exchange } from './exchange';

const longestBody = 8 * 1024 * 1024;

/** The form of two parts, `file` and `body`, in either order. The file is never held. */
export async function readForm(exchange: Exchange) {
	const contentType = exchange.request.headers['content-type'] ?? '';
	const form = new FormParts(contentType, exchange.simulation.settings.contactInspection);
	const frame = new FrameCheck(boundaryOf(contentType));
	for await (const piece of receive(exchange)) {
		resetIfAsked(exchange);
		frame.see(piece);
		await form.write(piece);
	}
	await form.end();
	frame.check();
	return form.result();
}

function boundaryOf(contentType: string): string {
	const boundary = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType);
	return boundary?.[1] ?? boundary?.[2] ?? refuse('invalid', 'The form has no boundary.', 'content-type');
}

class FormParts {
	private readonly busboy: BusboyInstance;
	private readonly reader: ContactFileReader;
	private readonly partOrder: string[] = [];
	private readonly finished: Promise<void>;
	private readonly bodyPieces: Buffer[] = [];
	private bodyLength = 0;
	private bodyContentType = '';
	private fileHead: { fileName: string; contentType: string } | undefined;
	private unreadable: Error | undefined;

	constructor(contentType: string, inspection: 'full' | 'hash') {
		this.reader = new ContactFileReader(inspection);
		// Every part is taken as bytes, so that the body's encoding can be judged here.
		this.busboy = new Busboy({ headers: { 'content-type': contentType }, isPartAFile: () => true });
		this.busboy.on('file', (name, stream, fileName, _encoding, mimeType) => {
			this.openPart(name, stream, fileName, mimeType);
		});
		this.finished = new Promise((resolve) => {
			this.busboy.on('finish', resolve);
			this.busboy.on('error', (fault) => {
				this.unreadable = fault instanceof Error ? fault : new Error(String(fault));
				resolve();
			});
		});
	}

	async write(piece: Buffer): Promise<void> {
		this.refuseIfUnreadable();
		if (this.busboy.write(piece)) return;
		const drained = new Promise<void>((resolve) => this.busboy.once('drain', resolve));
		await Promise.race([drained, this.finished]);
	}

	async end(): Promise<void> {
		this.refuseIfUnreadable();
		this.busboy.end();
		await this.finished;
		this.refuseIfUnreadable();
	}

	result() {
		for (const name of this.partOrder) {
			if (name !== 'file' && name !== 'body') refuse('invalid', `The form has no part ${name}.`, name);
		}
		for (const name of ['file', 'body']) {
			const count = this.partOrder.filter((part) => part === name).length;
			if (count === 0) refuse('invalid', `The part ${name} is missing.`, name);
			if (count > 1) refuse('invalid', `The part ${name} is there more than once.`, name);
		}
		const { fileName, contentType } = this.fileHead ?? refuse('invalid', 'The part file is missing.', 'file');
		if (fileName === '') refuse('invalid', 'The part file has no file name.', 'file');
		if (contentType !== 'text/csv') refuse('unsupportedType', 'The part file has to be text/csv.', 'file');
		// A part that says nothing is text/plain by definition.
		if (this.bodyContentType !== 'application/json' && this.bodyContentType !== 'text/plain') {
			refuse('unsupportedType', 'The part body has to be application/json.', 'body');
		}
		if (this.reader.isEmpty) refuse('invalid', 'The contact file is empty.', 'file');
		if (this.reader.isArchive) refuse('invalid', 'The contact file is not a CSV file.', 'file');
		if (this.bodyLength > longestBody) refuse('invalid', 'The part body is far too long.', 'body');
		return {
			...parseBody(this.bodyPieces),
			bodyContentType: this.bodyContentType,
			partOrder: this.partOrder,
			file: this.reader.end(fileName, contentType),
			contacts: this.reader.contacts,
		};
	}

	private openPart(
		name: string | undefined,
		stream: BusboyFileStream,
		fileName: string | undefined,
		mimeType: string,
	): void {
		const first = !this.partOrder.includes(name ?? '');
		this.partOrder.push(name ?? '');
		stream.on('error', (fault) => {
			this.unreadable = fault;
		});
		if (first && name === 'file') {
			this.fileHead = { fileName: fileName ?? '', contentType: mimeType };
			stream.on('data', (piece: Buffer) => this.reader.write(piece));
		} else if (first && name === 'body') {
			this.bodyContentType = mimeType;
			stream.on('data', (piece: Buffer) => {
				this.bodyLength += piece.length;
				if (this.bodyLength <= longestBody) this.bodyPieces.push(piece);
			});
		} else {
			stream.resume();
		}
	}

	private refuseIfUnreadable(): void {
		if (this.unreadable) refuse('invalid', `The form cannot be taken apart: ${this.unreadable.message}.`, 'body');
	}
}

/** A form that starts and ends with its boundary and has nothing around it, whatever its length header promised. */
class FrameCheck {
	private head = Buffer.alloc(0);
	private tail = Buffer.alloc(0);

	constructor(private readonly boundary: string) {}

	see(piece: Buffer): void {
		const needed = this.boundary.length + 8;
		if (this.head.length < needed) this.head = Buffer.concat([this.head, piece.subarray(0, needed)]);
		this.tail = Buffer.concat([this.tail, piece.subarray(-needed)]).subarray(-needed);
	}

	check(): void {
		if (!this.head.toString('latin1').startsWith(`--${this.boundary}\r\n`)) {
			refuse('invalid', 'The form does not start with its boundary.', 'body');
		}
		const end = this.tail.toString('latin1');
		if (!end.endsWith(`\r\n--${this.boundary}--`) && !end.endsWith(`\r\n--${this.boundary}--\r\n`)) {
			refuse('invalid', 'The form does not end with its boundary.', 'body');
		}
	}
}
