using System.Globalization;

namespace OpcUa.App.Serving;

/// <summary>Starts a server in a separate process, for a command that measures clients.</summary>
internal static class OwnServer
{
    /// <param name="nodes">The number of its variables.</param>
    /// <param name="rate">Changes per second, of all variables together.</param>
    /// <param name="more">Additional arguments.</param>
    public static ServerProcess Start(int nodes, int rate, params IEnumerable<string> more) => ServerProcess.Start(
        static _ => { },
        [
            "serve", "--port", "0", "--until-end-of-input",
            "--nodes", nodes.ToString(CultureInfo.InvariantCulture),
            "--rate", rate.ToString(CultureInfo.InvariantCulture),
            .. more,
        ]);
}
