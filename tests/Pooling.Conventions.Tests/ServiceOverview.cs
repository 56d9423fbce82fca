namespace Pooling.Conventions;

/// <summary>Draws the processor time and the bytes of several services, for README.md.</summary>
internal static class ServiceOverview
{
    private const int Width = 400, Top = 50, Height = 64, Column = 205, Longest = 90;

    internal static string Draw(ServiceFigures[] services)
    {
        var svg = new Drawing(
            $"class=\"service\" width=\"{Width}\" viewBox=\"0 0 {Width} {Top + (services.Length * Height)}\"",
            "Processor time and allocated bytes of whole services, plain and pooled", ServiceChart.Style);
        svg.Circle(6, 12, 5, "plain");
        svg.Text(16, 17, "start", "plain", "");
        svg.Circle(66, 12, 5, "ours");
        svg.Text(76, 17, "start", "pooled", "");
        svg.Text(0, 44, "start", "processor time", "note");
        svg.Text(Column, 44, "start", "allocated", "note");
        for (int i = 0; i < services.Length; i++)
        {
            ServiceFigures service = services[i];
            int y = Top + (i * Height);
            svg.Text(0, y + 14, "start", $"{service.Service}: a {service.Message}", "");
            DrawBars(svg, 0, y + 22, service.Plain.Cpu[0], service.Pooled.Cpu[0], ServiceText.Time);
            DrawBars(svg, Column, y + 22, service.Plain.Bytes[0], service.Pooled.Bytes[0], ServiceText.Bytes);
        }

        return svg.ToString();
    }

    private static void DrawBars(Drawing svg, int x, int y, double plain, double pooled, Func<double, string> text)
    {
        double most = Math.Max(Math.Max(plain, pooled), double.Epsilon);
        svg.Bar(x, y, Longest * plain / most, 14, "plain");
        svg.Text(x + (Longest * plain / most) + 6, y + 12, "start", text(plain), "");
        svg.Bar(x, y + 17, Longest * pooled / most, 14, "ours");
        svg.Text(x + (Longest * pooled / most) + 6, y + 29, "start", text(pooled), "");
    }
}
