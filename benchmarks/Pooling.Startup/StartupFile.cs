using System.Runtime.InteropServices;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Pooling.Startup;

/// <summary>The file from which the table of docs/startup.md is made. It has an object for each runtime and each way of
/// publishing there.</summary>
internal static class StartupFile
{
#if READY_TO_RUN
    private const string Published = ", ready to run";
#else
    private const string Published = "";
#endif

    private static readonly JsonSerializerOptions s_options = new(JsonSerializerDefaults.Web) { WriteIndented = true };

    /// <summary>Replaces the results of this runtime and this way of publishing, and keeps the others.</summary>
    internal static void Write(string file, string machine, int processes, IEnumerable<StartupResult> results)
    {
        JsonObject all = File.Exists(file) ? JsonNode.Parse(File.ReadAllText(file))!.AsObject() : [];
        all[$".NET {Environment.Version.Major}{Published}"] = new JsonObject
        {
            ["runtime"] = RuntimeInformation.FrameworkDescription,
            ["machine"] = machine,
            ["processes"] = processes,
            ["uses"] = JsonSerializer.SerializeToNode(results, s_options),
        };
        File.WriteAllText(file, all.ToJsonString(s_options) + "\n");
    }
}
