namespace Pooling.SoakTests.Exploration;

/// <summary>A write as other threads see it: its value, and the knowledge of threads that acquire it.</summary>
/// <param name="Value">The written value.</param>
/// <param name="Seen">The newest write that the writer had seen at each location.</param>
/// <param name="Clock">The uses of the object that happened before, by thread.</param>
internal sealed record HolderMessage(int Value, int[] Seen, int[] Clock);
