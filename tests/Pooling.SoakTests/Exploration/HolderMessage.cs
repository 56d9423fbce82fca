namespace Pooling.SoakTests.Exploration;

/// <summary>A write, as others see it: its value, and what whoever acquires it knows from then on.</summary>
/// <param name="Value">What was written.</param>
/// <param name="Seen">How far the writer had seen each location.</param>
/// <param name="Clock">The uses of the object that happened before, by thread.</param>
internal sealed record HolderMessage(int Value, int[] Seen, int[] Clock);
