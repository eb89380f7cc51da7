class Controller {
	#hidden = 'hidden';
	field = ctx => ({ field: this.word });
	constructor() { this.word = 'class'; }
	get getter() { return () => 'by getter'; }
	find() { return { word: this.word, hidden: this.#hidden }; }
	static make() { return new Controller(); }
}
module.exports = Controller.make();
