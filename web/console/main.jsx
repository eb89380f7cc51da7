// GraphiQL against the server that serves this page.
import { createGraphiQLFetcher } from '@graphiql/toolkit';
import { GraphiQL } from 'graphiql';
import { createRoot } from 'react-dom/client';
import 'graphiql/style.css';

// Lines as short as the editor is narrow.
const welcome = `# The schema is under the book icon.
# Ctrl-Space completes, Ctrl-Enter runs.
#
# To ask as a user or with an API token,
# put this under "Headers" below:
# { "Authorization": "Bearer <token>" }

{
  __typename
}
`;

createRoot(document.getElementById('console')).render(
	<GraphiQL
		fetcher={createGraphiQLFetcher({ url: window.location.pathname })}
		defaultQuery={welcome}
		defaultEditorToolsVisibility="headers"
		isHeadersEditorEnabled
		shouldPersistHeaders={false}
	/>,
);
