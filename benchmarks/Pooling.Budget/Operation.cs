namespace Pooling.Budget;

/// <summary>The code of a hot path that is ready to run.</summary>
/// <param name="Body">One operation.</param>
/// <param name="OtherBody">The part of it that another thread runs after that; <see langword="null"/> if one thread runs all of it.</param>
internal sealed record Operation(Action Body, Action? OtherBody = null);
