using Microsoft.Extensions.Options;
using Pooling.Objects;

namespace Pooling.Extensions;

/// <summary>Sets the options of pools of objects to what their sections hold.</summary>
internal sealed class ObjectPoolSections(PoolingSection section) : IConfigureNamedOptions<PoolOptions>
{
    /// <inheritdoc/>
    public void Configure(string? name, PoolOptions options)
    {
        if (!string.IsNullOrEmpty(name))
            OptionsSection.Read(section.Of(PoolingSection.ObjectPools, name), name, options, OptionKeys.Objects);
    }

    /// <inheritdoc/>
    public void Configure(PoolOptions options) => Configure(Options.DefaultName, options);
}
