namespace Pooling.Services.Hosts;

/// <summary>A service that runs.</summary>
/// <param name="Address">Where the load finds it: a host and a port, and after a semicolon the file that it writes.</param>
internal sealed record RunningHost(IAsyncDisposable Server, string Address);
