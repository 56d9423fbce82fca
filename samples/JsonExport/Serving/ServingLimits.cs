namespace Pooling.JsonExport.Serving;

/// <summary>What the server gives to all clients together, and to one of them at most: a client is an address.</summary>
internal sealed record ServingLimits
{
    /// <summary>Documents up to this many customers are never made to wait: Kestrel takes all of one at once, so that it is over soon,
    /// whoever asks.</summary>
    public const int CustomersOfSmallDocument = 100;

    /// <summary>The most customers of a document that is held whole: 6.3 MB.</summary>
    public const int CustomersOfWholeDocument = 20_000;

    // What Kestrel gives to one request, in bytes and headers. Nothing that this server answers has a body, or needs more.
    public const int BytesOfRequestLine = 2048;
    public const int BytesOfHeaders = 8192;
    public const int Headers = 32;
    public const int BytesOfRequest = 16 * 1024;

    private static readonly int s_streams = Math.Max(32, 4 * Environment.ProcessorCount);

    public int Connections { get; init; } = 1280;

    /// <summary>Fewer than all, so that one client cannot lock the others out. As many as <c>load</c> opens at most, and some.</summary>
    public int ConnectionsOfClient { get; init; } = 1024;

    /// <summary>Documents that are held whole: memory is the bound, at most 4 times 6.3 MB.</summary>
    public ExportLimit WholeDocuments { get; init; } = new(Running: 4, RunningOfClient: 3, WaitingOfClient: 128, TimeSpan.FromSeconds(30));

    /// <summary>Documents that pass through a buffer of 64 KB or so: the processors are the bound.</summary>
    public ExportLimit Streams { get; init; } = new(s_streams, s_streams * 3 / 4, WaitingOfClient: 1024, TimeSpan.FromMinutes(2));

    /// <summary>How long a request waits for its turn before it is refused.</summary>
    public TimeSpan Patience { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>How long the headers of a request may take.</summary>
    public TimeSpan HeadersTimeout { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>How long a connection may lie idle, also before its first request.</summary>
    public TimeSpan IdleTimeout { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>The fewest bytes a second that a client must take, after <see cref="SlowGrace"/>.</summary>
    public double SlowestBytesPerSecond { get; init; } = 16 * 1024;

    public TimeSpan SlowGrace { get; init; } = TimeSpan.FromSeconds(5);
}
