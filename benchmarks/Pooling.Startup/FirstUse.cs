namespace Pooling.Startup;

/// <summary>The first use of something in a process.</summary>
/// <param name="Name">The name, in Markdown.</param>
/// <param name="IsOurs">Whether it is of this library.</param>
/// <param name="Run">Uses it once.</param>
internal sealed record FirstUse(string Name, bool IsOurs, Action Run);
