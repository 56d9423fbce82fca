namespace Pooling.Tour.Measuring;

/// <summary>Published results of other pooling for the same work. The ratios are comparable between machines; the times are not.</summary>
/// <param name="Row">The source and name of the published row.</param>
/// <param name="Against">The contender that corresponds to "before" in the published row.</param>
/// <param name="Time">After divided by before.</param>
/// <param name="Bytes">After divided by before.</param>
internal sealed record Published(string Row, string Against, double Time, double Bytes);
