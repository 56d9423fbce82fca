namespace Pooling.JsonExport.Exporting;

/// <summary>Specifies where documents are written.</summary>
internal enum ExportSink
{
    Memory,
    File,
    Null,
}
