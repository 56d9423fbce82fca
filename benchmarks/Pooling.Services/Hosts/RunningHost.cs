namespace Pooling.Services.Hosts;

/// <summary>A service that runs.</summary>
/// <param name="Address">Its host and port, and after a semicolon the file that it writes.</param>
internal sealed record RunningHost(IAsyncDisposable Server, string Address);
