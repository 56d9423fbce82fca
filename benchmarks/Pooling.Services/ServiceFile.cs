using System.Runtime.InteropServices;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Pooling.Services;

/// <summary>The file of the results, with a line for each. The page is made from it.</summary>
internal static class ServiceFile
{
    private static readonly JsonSerializerOptions s_options =
        new(JsonSerializerDefaults.Web) { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    /// <summary>Replaces the results of a service, and keeps those of others.</summary>
    public static void Write(string file, ServiceResult result)
    {
        JsonObject all = File.Exists(file) ? JsonNode.Parse(File.ReadAllText(file))!.AsObject() : [];
        ServiceCase service = result.Service;
        all[service.Name] = JsonSerializer.SerializeToNode(
            new
            {
                service.Service,
                service.Title,
                service.Message,
                FixedRate = service.Rate * service.PerPacket,
                service.PlainCode,
                service.PooledCode,
                result.Answers,
                Date = DateTime.UtcNow.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture),
                Runtime = RuntimeInformation.FrameworkDescription,
                System = RuntimeInformation.OSDescription,
                Processor = Processor.Name,
                Processors = Environment.ProcessorCount,
                IsPinned = Processes.ChildProcess.CanPin,
                result.Conditions,
                PlainIdle = Math.Round(result.PlainIdle, 1),
                PooledIdle = Math.Round(result.PooledIdle, 1),
                result.Results,
            },
            s_options);

        IEnumerable<string> services = ServiceCases.All
            .Where(known => all.ContainsKey(known.Name))
            .Select(known => $"\"{known.Name}\": {Text(all[known.Name]!.AsObject())}");
        File.WriteAllText(file, $"{{\n{string.Join(",\n", services)}\n}}\n");
    }

    private static string Text(JsonObject service)
    {
        IEnumerable<string> lines = service.Select(static property =>
        {
            string value = property.Value is JsonArray results
                ? $"[\n{string.Join(",\n", results.Select(static line => $"    {line!.ToJsonString(s_options)}"))}\n  ]"
                : property.Value!.ToJsonString(s_options);
            return $"  \"{property.Key}\": {value}";
        });
        return $"{{\n{string.Join(",\n", lines)}\n}}";
    }
}
