namespace Pooling.SoakTests.Exploration;

/// <summary>One value that an atomic location had.</summary>
/// <param name="Value">The value.</param>
/// <param name="Known">What a thread learns that acquires it: the plain accesses that happened before.</param>
/// <param name="Seen">How far such a thread sees each location's history at least; null while reads see the newest values only.</param>
internal sealed record Message(long Value, ulong Known, ushort[]? Seen);
