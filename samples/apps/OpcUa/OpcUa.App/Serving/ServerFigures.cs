using OpcUa.Server.Hosting;

namespace OpcUa.App.Serving;

/// <summary>The figures of the server for a period; also a line of its JSON output.</summary>
/// <param name="Process">The resources that its process used.</param>
/// <param name="Changes">The number of changes of the variables.</param>
/// <param name="Notifications">The number of values sent.</param>
/// <param name="Messages">The number of messages that held them.</param>
/// <param name="Overflows">The number of values lost because a queue was full.</param>
/// <param name="Now">The current counts, and the totals since the start.</param>
internal sealed record ServerFigures(
    ProcessFigures Process, long Changes, long Notifications, long Messages, long Overflows, ServerStatistics Now)
{
    /// <summary>The bytes that the whole process allocated per notification, including the simulation.</summary>
    public double BytesPerNotification => Process.BytesPer(Notifications);

    public static ServerFigures Between(ServerReading from, ServerReading to) => new(
        ProcessFigures.Between(from.Process, to.Process),
        to.Server.Changes - from.Server.Changes,
        to.Server.Notifications - from.Server.Notifications,
        to.Server.Messages - from.Server.Messages,
        to.Server.Overflows - from.Server.Overflows,
        to.Server);
}
