using Microsoft.Extensions.ObjectPool;

namespace Pooling.Tour.Sections.Objects;

/// <summary>The one policy of all pools here, so that they differ in nothing but themselves.</summary>
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
