throw new Error('never read');
