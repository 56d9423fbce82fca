using Pooling.Tour.Sections.Buffers;
using Pooling.Tour.Sections.Dispatch;
using Pooling.Tour.Sections.Encodeables;
using Pooling.Tour.Sections.Export;
using Pooling.Tour.Sections.Game;
using Pooling.Tour.Sections.Json;
using Pooling.Tour.Sections.Objects;
using Pooling.Tour.Sections.OpcUa;
using Pooling.Tour.Sections.Queues;
using Pooling.Tour.Sections.Sockets;

namespace Pooling.Tour.Sections;

/// <summary>The sections of the tour, in order.</summary>
internal static class SectionCatalog
{
    public static IReadOnlyList<ISection> All { get; } =
    [
        new ObjectsSection(),
        new BuffersSection(),
        new JsonSection(),
        new EncodeablesSection(),
        new QueuesSection(),
        new DispatchSection(),
        new ExportSection(),
        new GameSection(),
        new OpcUaSection(),
        new SocketSection(),
    ];
}
