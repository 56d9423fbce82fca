using Pooling.JsonExport.Serving;

namespace Pooling.JsonExport.Loading;

/// <summary>The command line options of <c>load</c>.</summary>
internal sealed record LoadOptions
{
    public const int MaxClients = 1000;
    public const int MaxRequests = 100_000;

    /// <summary>The number of concurrent clients.</summary>
    public int Clients { get; init; } = 100;

    /// <summary>The number of requests of each client.</summary>
    public int Requests { get; init; } = 3;

    public int Count { get; init; } = 5000;

    public IReadOnlyList<ExportContender> Writers { get; init; } = ExportContenders.All;

    /// <summary>Whether every third request is aborted in the middle.</summary>
    public bool Abort { get; init; }

    /// <summary>A running server; <see langword="null"/> to start one.</summary>
    public Uri? Url { get; init; }

    public bool Json { get; init; }

    /// <summary>Parses a command line.</summary>
    /// <exception cref="UsageException">An option is unknown or repeated, or its value is invalid.</exception>
    public static LoadOptions Parse(IReadOnlyList<string> arguments)
    {
        var options = new LoadOptions();
        var line = new CommandLine(arguments);
        while (line.Read())
        {
            options = line.Name switch
            {
                "--clients" => options with { Clients = line.Number(1, MaxClients) },
                "--requests" => options with { Requests = line.Number(1, MaxRequests) },
                "--count" => options with { Count = line.Number(0, ServeOptions.MaxCustomers) },
                "--writer" => options with { Writers = ExportContenders.Parse("--writer", line.Value()) },
                "--abort" => options with { Abort = line.Flag() },
                "--url" => options with { Url = line.Url(Uri.UriSchemeHttp) },
                "--json" => options with { Json = line.Flag() },
                _ => throw line.Unknown(),
            };
        }

        return options.Count > ServingLimits.CustomersOfWholeDocument && options.Writers.Any(static writer => writer.HoldsDocument)
            ? throw new UsageException(
                $"'--count' above {ServingLimits.CustomersOfWholeDocument} is too large for pooled-memory; select other writers")
            : options;
    }
}
