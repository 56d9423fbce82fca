using Microsoft.Extensions.ObjectPool;

namespace Pooling.Tour.Sections.Objects;

/// <summary>The policy of all pools in this section, so that only the pools differ.</summary>
internal sealed class NotificationPolicy : IPooledObjectPolicy<Notification>
{
    /// <inheritdoc/>
    public Notification Create() => new();

    /// <inheritdoc/>
    public bool Return(Notification obj)
    {
        obj.Reset();
        return true;
    }
}
