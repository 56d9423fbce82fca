namespace Pooling.Extensions;

/// <summary>Provides the limits above which the health check of the pools reports <c>Degraded</c>.</summary>
/// <remarks>
/// <para>Thread safety: not safe for concurrent changes. The check copies its options when it is registered.</para>
/// <para>Allocation: the options themselves.</para>
/// </remarks>
public sealed class PoolingHealthCheckOptions
{
    /// <summary>Gets or sets how long the check looks back. The default is 5 minutes. What a pool did before no longer
    /// counts.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is zero or negative.</exception>
    /// <remarks>The first check counts from the start of the process, and so do the others until this time has passed
    /// since then. A check that comes later than that after the one before counts since that one.</remarks>
    public TimeSpan Window
    {
        get;
        set
        {
            ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(value, TimeSpan.Zero, nameof(Window));
            field = value;
        }
    } = TimeSpan.FromMinutes(5);

    /// <summary>Gets or sets how many items a pool may create within the window because it keeps fewer items than were
    /// in use. The default is 100. A pool that creates more is too small, or its rentals do not end.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    public long MaxCreatedAboveMax
    {
        get;
        set
        {
            ArgumentOutOfRangeException.ThrowIfNegative(value, nameof(MaxCreatedAboveMax));
            field = value;
        }
    } = 100;

    /// <summary>Gets or sets how many tracked rentals of a pool may be lost within the window. The default is 0.
    /// Rentals are tracked in the mode <see cref="Pooling.Diagnostics.PoolingMode.Leaks"/> only.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    public long MaxLeaks
    {
        get;
        set
        {
            ArgumentOutOfRangeException.ThrowIfNegative(value, nameof(MaxLeaks));
            field = value;
        }
    }
}
