using WebSockets.Hub.Hosting;

namespace WebSockets.App.Hubs;

/// <summary>What the hub did in a while: also a line of the JSON that it writes.</summary>
/// <param name="Process">What its process used.</param>
/// <param name="Received">Messages that were received.</param>
/// <param name="Sent">Messages and control frames that were sent.</param>
/// <param name="Encoded">Messages that were encoded to be sent.</param>
/// <param name="Copies">How often messages were copied to be sent, Kestrel's copies included.</param>
/// <param name="Dropped">Messages that a socket had no room for.</param>
/// <param name="Now">What the hub has, and has done since its start.</param>
internal sealed record HubFigures(
    ProcessFigures Process, long Received, long Sent, long Encoded, long Copies, long Dropped, HubStatistics Now)
{
    /// <summary>What the whole process allocated for a message, received or sent.</summary>
    public double BytesPerMessage => Process.BytesPer(Received + Sent);

    /// <summary>The processor time of the whole process for a message, received or sent.</summary>
    public double MicrosecondsPerMessage => Process.MicrosecondsPer(Received + Sent);

    /// <summary>The copies for each frame that was sent.</summary>
    public double CopiesPerFrame => Copies / (double)Math.Max(1, Sent);

    public static HubFigures Between(HubReading from, HubReading to) => new(
        ProcessFigures.Between(from.Process, to.Process),
        to.Hub.Received - from.Hub.Received,
        to.Hub.Sent - from.Hub.Sent,
        to.Hub.Encoded - from.Hub.Encoded,
        to.Hub.Copies - from.Hub.Copies,
        to.Hub.Dropped - from.Hub.Dropped,
        to.Hub);
}
