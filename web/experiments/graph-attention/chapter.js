import { fixed, percent } from '../../lab/numbers.js';
import { watchEnd } from '../../lab/question.js';
import { prose } from '../../lab/scene.js';
import { phrase, say } from '../../language/say.js';

/** As good as all, and as good as none. */
const kAll = 0.95;
const kNone = 0.1;

/** @type {import('../../lab/scene.js').Scenes} */
export const chapter = [
  {
    chapter: 8,
    title: phrase('One neighbour knows'),
    text: prose`
      Nodes of a graph ask their neighbours, and themselves. Here eight queries see eight keys; each must say the
      value of the key with its letter. In a graph attention network (GAT), $e = LeakyReLU(a_1 · Wh + a_2 · Wh')$.
      Vector *h* is of the node that asks, *h'* of a neighbour; *W* and *a* are learned. LeakyReLU multiplies negative
      numbers by 0.2.
    `,
    set: { preset: 'gat' },
    ask: {
      ask: phrase('Which keys will the eight queries choose?'),
      choices: [
        { id: 'own', text: phrase('Each its own') },
        { id: 'some', text: phrase('Some share a key') },
        { id: 'same', text: phrase('All the same key') },
      ],
      watch: watchEnd(({ accuracy, sameChoice }) => {
        const same = Number(sameChoice);
        const id = same >= kAll ? 'same' : same < 0.2 ? 'own' : 'some';
        return {
          id,
          told: say(
            'On average {share} of the queries gave the same key their largest weight, often by little: see the columns under “Matrix”. An answer adds up all values by their weights, and {accuracy} of the answers were right',
            {
              share: percent(sameChoice),
              accuracy: percent(accuracy),
            },
          ),
          why:
            id === 'same'
              ? say(
                  'because the part of the query node is the same for all keys: it never changes their order',
                )
              : say('because this network has not been trained to its end'),
        };
      }),
    },
  },
  {
    chapter: 8,
    title: phrase('Where the nonlinearity is applied'),
    text: prose`
      GATv2 has the same parts in another order: $e = a · LeakyReLU(W_1h + W_2h')$. Now the query node can change which key
      comes first. It is the additive score with LeakyReLU in place of tanh.

      ! Open *All numbers*[, under “Numbers”](~). How large is *One order for all*? It is 1 with GAT, and ½ where
      queries share no order.
    `,
    set: { preset: 'default' },
    runTo: Number.POSITIVE_INFINITY,
  },
  {
    chapter: 8,
    title: phrase('The same mistake as a missing tanh'),
    text: prose`
      Without LeakyReLU, GATv2 has $e = a · W_1h + a · W_2h'$. The first part is one number per row, and softmax
      cancels it: all rows are equal, as in additive attention without tanh. In GAT, LeakyReLU bends the whole sum:
      weights differ, but their order cannot.

      ! Compare the rows under *Matrix*. Then set the [Mechanism](>settings.mechanism) to GAT and run again.
    `,
    set: { parameters: { mechanism: 'straight', selfLoops: false } },
    runTo: Number.POSITIVE_INFINITY,
  },
  {
    chapter: 8,
    title: phrase('One order for each head'),
    text: prose`
      Eight heads help GAT: more answers are right. Yet each head still has one order for all queries.

      ! Choose a query, then switch through the heads. Within one head, does another query ever rank the keys differently?
    `,
    set: { preset: 'gat-heads' },
    runTo: Number.POSITIVE_INFINITY,
  },
  {
    chapter: 8,
    title: phrase('Every value once'),
    text: prose`
      Now every value occurs exactly once among the keys. Nothing else is changed, and GATv2 answers as well as before.
    `,
    set: { preset: 'permuted' },
    ask: {
      ask: phrase('How much weight will the true edge get?'),
      choices: [
        { id: 'most', text: phrase('Most of it') },
        { id: 'some', text: phrase('Some of it') },
        { id: 'none', text: phrase('Hardly any') },
      ],
      watch: watchEnd(({ accuracy, massOnTruth }) => {
        const mass = Number(massOnTruth);
        const id = mass <= kNone ? 'none' : mass < 0.5 ? 'some' : 'most';
        return {
          id,
          told: say('{accuracy} of the answers were right, with a weight of {mass} on the true edge', {
            accuracy: percent(accuracy),
            mass: fixed(mass, 3),
          }),
          why:
            id === 'none'
              ? say(
                  'because each value occurs once: the network reads the others and answers with the one that is missing',
                )
              : say('because with this seed it found the direct way'),
        };
      }),
    },
  },
  {
    chapter: 8,
    title: phrase('Circles of friends'),
    text: prose`
      A graph of 24 persons; edges are friendships. A letter names a circle, and each circle has a number. A person
      marked “?” must give it. Only friends of the same circle carry it, and most friends belong to others.

      ! Choose a person with a question mark. To whom does it listen? Drag persons as you like.
    `,
    set: { preset: 'social' },
    watch: 2,
    runTo: Number.POSITIVE_INFINITY,
  },
  {
    chapter: 8,
    title: phrase('Change the graph'),
    text: prose`
      The graph is yours to change. Beside it stands what the chosen node listens to now.

      ! When it has learned, switch to *Edges*. Choose “a ?”, then the key that it listens to: its true edge is gone.
      What does it say now, and from whom? Then remove all edges of a query: it can only guess.
    `,
    set: { preset: 'default' },
    runTo: Number.POSITIVE_INFINITY,
    explore: 'own-graph',
  },
  {
    chapter: 8,
    title: phrase('Every map is a graph'),
    text: prose`
      A sentence is a graph in which every word sees every word; a [causal mask](:causal-mask) cuts the edges to the
      future. The regions of a picture are nodes that a caption asks. Attention needs no order and no grid, only edges.

      ! Switch from *Graph* to *Matrix*: it is the map that you know.
    `,
    set: { preset: 'default' },
    runTo: Number.POSITIVE_INFINITY,
  },
];
