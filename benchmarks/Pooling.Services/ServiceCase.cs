using Pooling.Services.Hosts;
using Pooling.Services.Loads;

namespace Pooling.Services;

/// <summary>A service with its traffic.</summary>
/// <param name="Name">The name on the command line and in the results.</param>
/// <param name="Service">The service.</param>
/// <param name="Title">The traffic.</param>
/// <param name="Message">The name of one of the messages that figures are divided by.</param>
/// <param name="Rate">The packets that the load sends in a second.</param>
/// <param name="PerPacket">The messages of a packet.</param>
/// <param name="MaxBytes">The most bytes that the pooled way may allocate for a message once it is warm.</param>
/// <param name="PlainCode">The file of the plain way.</param>
/// <param name="PooledCode">The file of the pooled way.</param>
/// <param name="StartAsync">Starts the plain service, or the pooled one.</param>
/// <param name="CreateLoad">Creates the load.</param>
internal sealed record ServiceCase(
    string Name,
    string Service,
    string Title,
    string Message,
    int Rate,
    int PerPacket,
    double MaxBytes,
    string PlainCode,
    string PooledCode,
    Func<bool, Task<RunningHost>> StartAsync,
    Func<Load> CreateLoad)
{
    /// <summary>Gets the seconds of the load before a measurement. The runtime compiles a method for good when it was
    /// called some sixty times, so what is called a few times in a second takes longer.</summary>
    public double WarmUp { get; init; } = 4;

    /// <summary>Gets a value that indicates whether the pooled way allocates less than the plain one: not where both
    /// rent.</summary>
    public bool AllocatesLess { get; init; } = true;

    /// <summary>Gets a value that indicates whether it is measured with other collectors, too.</summary>
    public bool HasAllSettings { get; init; }

    /// <summary>Gets the request of a load over HTTP, as <see cref="HttpLoad"/> has it; <see langword="null"/> for
    /// other loads.</summary>
    public string? Request { get; init; }
}
