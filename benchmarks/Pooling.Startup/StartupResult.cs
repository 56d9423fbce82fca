namespace Pooling.Startup;

/// <summary>The cost of a first use.</summary>
/// <param name="Name">The name of the use, in Markdown.</param>
/// <param name="IsOurs">Whether it is of this library.</param>
/// <param name="Least">The least time of all processes in milliseconds.</param>
/// <param name="Median">The median time in milliseconds.</param>
/// <param name="Methods">The methods that the thread compiled.</param>
internal sealed record StartupResult(string Name, bool IsOurs, double Least, double Median, long Methods);
