namespace Pooling.JsonExport.Serving;

/// <summary>The limits of the server for all clients together and for a single one. A client is identified by its address.</summary>
internal sealed record ServingLimits
{
    /// <summary>The number of customers up to which a document never has to wait. Kestrel accepts the whole document at once, so each
    /// request ends soon.</summary>
    public const int CustomersOfSmallDocument = 100;

    /// <summary>The maximum number of customers in a document that is held completely in memory: 6.3 MB.</summary>
    public const int CustomersOfWholeDocument = 20_000;

    // Kestrel's limits for one request, in bytes and headers. No request to this server has a body, or needs more.
    public const int BytesOfRequestLine = 2048;
    public const int BytesOfHeaders = 8192;
    public const int Headers = 32;
    public const int BytesOfRequest = 16 * 1024;

    private static readonly int s_streams = Math.Max(32, 4 * Environment.ProcessorCount);

    /// <summary>The maximum number of connections. When a new client needs a place, the client with the most connections loses its oldest
    /// one.</summary>
    public int Connections { get; init; } = 1280;

    /// <summary>The maximum number of connections of one client. It is less than the total, so that one client cannot lock others out, and
    /// more than <c>load</c> opens.</summary>
    public int ConnectionsOfClient { get; init; } = 1024;

    /// <summary>The limits for documents that are held completely in memory. They are limited by memory: at most 4 times 6.3 MB.</summary>
    public ExportLimit WholeDocuments { get; init; } = new(Running: 4, RunningOfClient: 3, WaitingOfClient: 128, TimeSpan.FromSeconds(30));

    /// <summary>The limits for documents that pass through a buffer of about 64 KB. They are limited by the processors.</summary>
    public ExportLimit Streams { get; init; } = new(s_streams, s_streams * 3 / 4, WaitingOfClient: 1024, TimeSpan.FromMinutes(2));

    /// <summary>The maximum time that a request waits before it is refused.</summary>
    public TimeSpan Patience { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>The maximum time for receiving the headers of a request.</summary>
    public TimeSpan HeadersTimeout { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>The maximum time that a connection can be idle, including before its first request.</summary>
    public TimeSpan IdleTimeout { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>The minimum number of bytes per second that a client must read, after <see cref="SlowGrace"/>.</summary>
    public double SlowestBytesPerSecond { get; init; } = 16 * 1024;

    public TimeSpan SlowGrace { get; init; } = TimeSpan.FromSeconds(5);
}
