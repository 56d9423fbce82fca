namespace Pooling.Budget;

/// <summary>What a hot path does once it is ready.</summary>
/// <param name="Body">One operation.</param>
/// <param name="OtherBody">The part of it that another thread does after that; <see langword="null"/> if one thread does it all.</param>
internal sealed record Operation(Action Body, Action? OtherBody = null);
