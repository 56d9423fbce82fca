using OpcUa.App.Measuring;
using OpcUa.Server.Hosting;

namespace OpcUa.App.Serving;

/// <summary>What the server did in a while: also a line of the JSON that it writes.</summary>
/// <param name="Process">What its process used.</param>
/// <param name="Changes">Changes of the variables.</param>
/// <param name="Notifications">Values that were sent.</param>
/// <param name="Messages">Messages that they were in.</param>
/// <param name="Overflows">Values that a full queue lost.</param>
/// <param name="Now">What the server has, and has done since its start.</param>
internal sealed record ServerFigures(
    ProcessFigures Process, long Changes, long Notifications, long Messages, long Overflows, ServerStatistics Now)
{
    /// <summary>What the whole process allocated for a notification, the simulation included.</summary>
    public double BytesPerNotification => Process.BytesPer(Notifications);

    public static ServerFigures Between(ServerReading from, ServerReading to) => new(
        ProcessFigures.Between(from.Process, to.Process),
        to.Server.Changes - from.Server.Changes,
        to.Server.Notifications - from.Server.Notifications,
        to.Server.Messages - from.Server.Messages,
        to.Server.Overflows - from.Server.Overflows,
        to.Server);
}
