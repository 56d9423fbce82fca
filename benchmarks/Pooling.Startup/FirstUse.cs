namespace Pooling.Startup;

/// <summary>The first use of something in a process.</summary>
/// <param name="Name">The name to print.</param>
/// <param name="Run">Uses it once.</param>
internal sealed record FirstUse(string Name, Action Run);
