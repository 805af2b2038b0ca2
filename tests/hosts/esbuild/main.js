import 'attentoscope/inline';
