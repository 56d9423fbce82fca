namespace Pooling.Tour.Measuring;

/// <summary>What somebody else's pooling of the same work was published to gain; the ratios carry over from machine to machine,
/// times do not.</summary>
/// <param name="Row">Source and name of the published row.</param>
/// <param name="Against">The contender that stands for the published row's "before".</param>
/// <param name="Time">After divided by before.</param>
/// <param name="Bytes">After divided by before.</param>
internal sealed record Published(string Row, string Against, double Time, double Bytes);
