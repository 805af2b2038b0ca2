import { replyToHeldRow } from '../../lab/hold-reply.js';
import { createRangeChoices, createYesNoChoices } from '../../lab/question.js';
import { markProse } from '../../lab/scene.js';
import { markText } from '../../language/translate.js';

const kSameOrder = markText(
  'because the part of the query node is the same for all keys: it never changes their order',
);

/** Settings that matter most in this experiment. */
export const mainSettings = ['task', 'mechanism', 'heads', 'selfLoops', 'steps'];

/** @type {import('../../lab/scene.js').Scenes} */
export const scenes = [
  {
    chapter: 8,
    title: markText('One neighbor knows'),
    text: markProse`
      Nodes of a graph ask their neighbors, and themselves. Here eight queries see eight keys; each must say the
      value of the key with its letter. In a graph attention network (GAT), $e = LeakyReLU(a_1 · Wh + a_2 · Wh')$.
      Vector *h* is of the node that asks, *h'* of a neighbor; *W* and *a* are learned. LeakyReLU multiplies negative
      numbers by 0.2.
    `,
    settings: { preset: 'gat' },
    question: {
      text: markText('Which keys will the eight queries choose?'),
      choices: createRangeChoices('argmaxAgreement', [
        [0.95, markText('All the same key'), kSameOrder],
        [0.2, markText('Some share a key')],
        [0, markText('Each its own')],
      ]),
      metricNames: ['accuracy', 'argmaxAgreement', 'rankAgreement'],
    },
  },
  {
    chapter: 8,
    title: markText('Where the nonlinearity is applied'),
    text: markProse`
      GATv2 has the same parts in another order: $e = a · LeakyReLU(W_1h + W_2h')$. Now the query node can change which key
      comes first. It is the additive score with LeakyReLU in place of tanh.

      ! Open *All numbers*[, under “Numbers”](~): *One order for all* is 1 with GAT.
    `,
    settings: { preset: 'default' },
    question: {
      text: markText('“One order for all” is ½ where queries share no order. How large will it be?'),
      choices: createRangeChoices('rankAgreement', [
        [0.9, markText('0.9 or more')],
        [0.6, markText('Between 0.6 and 0.9')],
        [0, markText('Less than 0.6'), markText('because each query now orders the keys by itself')],
      ]),
      metricNames: ['accuracy', 'rankAgreement'],
    },
  },
  {
    chapter: 8,
    title: markText('Eight heads'),
    text: markProse`
      Eight heads help GAT: more answers are right. Does each still have one order of the keys for all queries?

      ! Choose a query, then switch through the heads.
    `,
    settings: { preset: 'gat-heads' },
    question: {
      text: markText('Within one head, will two queries ever rank the keys differently?'),
      choices: createYesNoChoices(({ rankAgreement }) => rankAgreement < 0.999, { no: kSameOrder }),
      metricNames: ['accuracy', 'rankAgreement'],
    },
  },
  {
    chapter: 8,
    title: markText('Every value once'),
    isOnTour: true,
    text: markProse`
      A graph says who hears whom: eight queries ask, eight keys know a value each. A query must give the value of its
      letter; every value occurs once. This network (GATv2) chooses keys by the query, and nearly all its answers are
      right.

      ! When it has learned, press an edge of a query: it must listen to that key alone.
    `,
    settings: { preset: 'permuted-values' },
    replyToHold: replyToHeldRow,
    question: {
      text: markText('How much weight will the true edge get?'),
      choices: createRangeChoices('massOnTruth', [
        [0.5, markText('More than half')],
        [0.1, markText('Between a tenth and a half')],
        [
          0,
          markText('Less than a tenth'),
          markText(
            'because each value occurs once: what the network reads of the others tells which one is missing',
          ),
        ],
      ]),
      metricNames: ['accuracy', 'massOnTruth'],
    },
  },
  {
    chapter: 8,
    title: markText('Circles of friends'),
    text: markProse`
      A graph of 24 persons; edges are friendships. A letter names a circle, and each circle has a number. A person
      marked “?” must give it. Only friends of the same circle carry it, and most friends belong to others.

      ! Choose a person with a question mark. Drag persons as you like.
    `,
    settings: { preset: 'social' },
    watchedExample: 2,
    question: {
      text: markText(
        'How much of its weight will a person with a question mark put on friends of its circle?',
      ),
      choices: createRangeChoices('massOnTruth', [
        [0.9, markText('More than nine tenths'), markText('because their letter tells them from the others')],
        [0.5, markText('Between half and nine tenths')],
        [0, markText('Less than half')],
      ]),
      metricNames: ['accuracy', 'massOnTruth'],
    },
  },
  {
    chapter: 8,
    title: markText('Change the graph'),
    text: markProse`
      The graph is yours to change. Beside it stands what the chosen node listens to now.

      ! When it has learned, switch to *Edges*. Choose “a ?”, then the key that it listens to: its true edge is gone.
      Then remove all edges of a query: it can only guess.
    `,
    settings: { preset: 'default' },
    explore: 'own-graph',
    question: {
      text: markText('Without its true edge, will “a ?” still give the right value?'),
      choices: createYesNoChoices(({ right }) => right, {
        yes: markText('because another key that it listens to happens to have the same value'),
        no: markText('because nobody else knows: it listens to the keys that are left'),
      }),
      probe: async (scope) => (await import('./probes.js')).cutTrueEdge(scope),
    },
  },
  {
    chapter: 8,
    title: markText('Every map is a graph'),
    text: markProse`
      A sentence is a graph in which every word sees every word; a [causal mask](:causal-mask) cuts the edges to the
      future. The regions of a picture are nodes that a caption asks. Attention needs no order and no grid, only edges.

      ! Switch from *Graph* to *Matrix*, the known map. Back in the graph, press an edge of a query.
    `,
    settings: { preset: 'default' },
    runTo: Number.POSITIVE_INFINITY,
    replyToHold: replyToHeldRow,
  },
];
