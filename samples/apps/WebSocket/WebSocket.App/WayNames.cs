using WebSockets.Hub.Page;

namespace WebSockets.App;

/// <summary>The modes of hub and client, by their names on the command line.</summary>
internal static class WayNames
{
    /// <summary>Both ends use techniques of other projects, with published figures.</summary>
    public const string Before = "before";

    /// <summary>Both ends use common code: the plain loops of ASP.NET Core, and the client of the package Websocket.Client.</summary>
    public const string Plain = "plain";

    /// <summary>Both ends use pooled memory.</summary>
    public const string Pooled = "pooled";

    /// <summary>The names of all modes. The first one is the baseline.</summary>
    public static IReadOnlyList<string> All { get; } = [Before, Plain, Pooled];

    /// <summary>Parses the value of <c>--mode</c>.</summary>
    /// <exception cref="UsageException">The value is not the name of a mode.</exception>
    public static string Parse(string value) => All.Contains(value)
        ? value
        : throw new UsageException($"unknown mode '{value}'; available: {string.Join(", ", All)}");

    /// <summary>Parses the value of <c>--mode</c> of a hub.</summary>
    /// <exception cref="UsageException">The value is not the name of a mode.</exception>
    public static HubMode ParseHub(string value) => Parse(value) switch
    {
        Before => HubMode.Before,
        Plain => HubMode.Plain,
        _ => HubMode.Pooled,
    };
}
