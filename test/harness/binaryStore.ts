/** Where files of an execution live, in each of the modes an n8n can be set up with. */
import { readFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { BinaryData } from 'n8n-core';

/** `memory` is what n8n calls `default`: the file travels inside the item. */
export type BinaryMode = 'memory' | 'filesystem' | 'database';
export const binaryModes: BinaryMode[] = ['memory', 'filesystem', 'database'];

interface StoredFile {
	content: Buffer;
	metadata: BinaryData.Metadata;
}

/**
 * Stands in for the database mode: n8n's own manager lives in the n8n package, on its ORM. The rows are in a Map; what a node
 * sees is the same: ids without a path, whole files in one Buffer, streams made from that Buffer.
 */
class DatabaseModel implements BinaryData.Manager {
	private readonly rows = new Map<string, StoredFile>();

	async init(): Promise<void> {}

	async store(
		_location: BinaryData.FileLocation,
		bufferOrStream: Buffer | Readable,
		metadata: BinaryData.PreWriteMetadata,
	): Promise<BinaryData.WriteResult> {
		const content = Buffer.isBuffer(bufferOrStream) ? bufferOrStream : await buffer(bufferOrStream);
		const fileId = randomUUID();
		this.rows.set(fileId, { content, metadata: { ...metadata, fileSize: content.length } });
		return { fileId, fileSize: content.length };
	}

	getPath(fileId: string): string {
		return `database://${fileId}`;
	}

	async getAsBuffer(fileId: string): Promise<Buffer> {
		return this.row(fileId).content;
	}

	async getAsStream(fileId: string): Promise<Readable> {
		return Readable.from(this.row(fileId).content);
	}

	async getMetadata(fileId: string): Promise<BinaryData.Metadata> {
		return this.row(fileId).metadata;
	}

	async copyByFileId(_location: BinaryData.FileLocation, sourceFileId: string): Promise<string> {
		const fileId = randomUUID();
		this.rows.set(fileId, this.row(sourceFileId));
		return fileId;
	}

	async copyByFilePath(
		location: BinaryData.FileLocation,
		path: string,
		metadata: BinaryData.PreWriteMetadata,
	): Promise<BinaryData.WriteResult> {
		return await this.store(location, await readFile(path), metadata);
	}

	async rename(oldFileId: string, newFileId: string): Promise<void> {
		this.rows.set(newFileId, this.row(oldFileId));
		this.rows.delete(oldFileId);
	}

	private row(fileId: string): StoredFile {
		const row = this.rows.get(fileId);
		if (!row) throw new Error(`Binary data file not found: ${fileId}`);
		return row;
	}
}

/** Must run before the first `Container.get`, which reads the environment. */
export function configureBinaryStore(mode: BinaryMode, folder: string): void {
	process.env.N8N_DEFAULT_BINARY_DATA_MODE = mode === 'memory' ? 'default' : mode;
	process.env.N8N_BINARY_DATA_STORAGE_PATH = join(folder, 'binary');
}

export async function startBinaryStore(mode: BinaryMode): Promise<BinaryDataService> {
	const service = Container.get(BinaryDataService);
	await service.init();
	if (mode === 'database') service.setManager('database', new DatabaseModel());
	return service;
}
