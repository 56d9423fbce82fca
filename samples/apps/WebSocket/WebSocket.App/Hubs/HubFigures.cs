using WebSockets.Hub.Hosting;

namespace WebSockets.App.Hubs;

/// <summary>The figures of a hub for a period; also a line of its JSON output.</summary>
/// <param name="Process">The resources that its process used.</param>
/// <param name="Received">The number of received messages.</param>
/// <param name="Sent">The number of sent messages and control frames.</param>
/// <param name="Encoded">The number of messages that were encoded to be sent.</param>
/// <param name="Copies">The number of times that messages were copied to be sent, including Kestrel's copies.</param>
/// <param name="Dropped">The number of messages for which a socket had no room.</param>
/// <param name="Now">The current counts, and the totals since the start.</param>
internal sealed record HubFigures(
    ProcessFigures Process, long Received, long Sent, long Encoded, long Copies, long Dropped, HubStatistics Now)
{
    /// <summary>The bytes that the whole process allocated per message, received or sent.</summary>
    public double BytesPerMessage => Process.BytesPer(Received + Sent);

    /// <summary>The processor time of the whole process in microseconds per message, received or sent.</summary>
    public double MicrosecondsPerMessage => Process.MicrosecondsPer(Received + Sent);

    /// <summary>The number of copies per sent frame.</summary>
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
