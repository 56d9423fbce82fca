namespace Pooling.Budget;

/// <summary>A packet of twelve bytes.</summary>
internal readonly record struct Move(int Id, long Value);
