namespace Pooling.SoakTests.Exploration;

/// <summary>A value that an atomic location had.</summary>
/// <param name="Value">The value.</param>
/// <param name="Known">The knowledge that a thread gets when it acquires the value: the plain accesses that happened before.</param>
/// <param name="Seen">The minimum position in each location's history that such a thread sees; null while reads see only the newest
/// values.</param>
internal sealed record Message(long Value, ulong Known, ushort[]? Seen);
