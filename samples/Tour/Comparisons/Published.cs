namespace Pooling.Tour.Comparisons;

/// <summary>The published results of other pooling for the same work. The ratios are comparable between machines; the times are
/// not.</summary>
/// <param name="Row">The source and name of the published row.</param>
/// <param name="Against">The contender that corresponds to "before" in the published row.</param>
/// <param name="Time">The time after divided by that before.</param>
/// <param name="Bytes">The bytes after divided by those before.</param>
internal sealed record Published(string Row, string Against, double Time, double Bytes);
