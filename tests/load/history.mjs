// What was written when, and whether a read may show what it shows.

/** A value that one writer changes, version by version. `show(version)` is what reads of that version show. Versions that show
 * the same are told apart as far as time tells them: the newest that is possible counts. */
export class Register {
	/** Writes by version: `start` (when it was sent), `end` (when its answer came; undefined: it was never answered, and may or may
	 * not have been done), `place` (which server answered it; undefined: it was made beside them). Milliseconds. */
	writes = [{ start: -Infinity, end: -Infinity, place: undefined }];

	constructor(name, show) {
		this.name = name;
		this.show = show;
	}

	get version() {
		return this.writes.length - 1;
	}

	begin(place, now) {
		this.writes.push({ start: now, end: undefined, place });
		return this.writes.at(-1);
	}

	/** Judges a read of `shown` by the server `place`, sent at `sent` and answered at `answered`. `exact`: a read on one server must
	 * show what any other has answered, too. Returns `wrong` (a text, or null), and `age`: for how long, in milliseconds, an
	 * answered write was not shown when the read was sent; 0: there is none. */
	judge({ shown, place, sent, answered, exact }) {
		const { writes } = this;
		let newest = -1;
		for (let version = this.version; version >= 0 && newest < 0; version--)
			if (writes[version].start <= answered && this.show(version) === shown) newest = version;
		if (newest < 0) return { wrong: `${this.name} shows ${shown}, which was never written`, age: 0 };
		const missed = writes.slice(newest + 1).filter(({ end }) => end !== undefined && end <= sent);
		const must = missed.find(write => exact || write.place === place);
		const age = missed.length ? sent - missed[0].end : 0;
		const wrong = must
			? `${this.name} shows ${shown} on server ${place}, ${(sent - must.end).toFixed(1)} ms after server ${must.place ?? 'none'} answered ` +
				`version ${writes.indexOf(must)} of ${this.version}`
			: null;
		return { wrong, age };
	}
}
