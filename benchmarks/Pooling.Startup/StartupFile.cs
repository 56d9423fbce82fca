using System.Text.Json;
using System.Text.Json.Nodes;

namespace Pooling.Startup;

/// <summary>The file from which the table of docs/startup.md is made. It has an object for the library as a package, and one for its IL
/// alone.</summary>
internal static class StartupFile
{
#if PACKAGE
    private const string Library = "package";
#else
    private const string Library = "il";
#endif

    private static readonly JsonSerializerOptions s_options = new(JsonSerializerDefaults.Web) { WriteIndented = true };

    /// <summary>Replaces the results of this program's library, and keeps the others.</summary>
    internal static void Write(string file, string machine, int processes, IEnumerable<StartupResult> results)
    {
        JsonObject all = File.Exists(file) ? JsonNode.Parse(File.ReadAllText(file))!.AsObject() : [];
        all[Library] = new JsonObject
        {
            ["machine"] = machine,
            ["processes"] = processes,
            ["uses"] = JsonSerializer.SerializeToNode(results, s_options),
        };
        File.WriteAllText(file, all.ToJsonString(s_options) + "\n");
    }
}
