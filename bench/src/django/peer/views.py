"""A board and the activity of a task, the way Django REST framework is usually written."""

from rest_framework import generics, pagination, serializers

from .models import Activity, Board, Status


class StatusSerializer(serializers.ModelSerializer):
    order = serializers.IntegerField(source="position")

    class Meta:
        model = Status
        fields = ["id", "board", "title", "description", "color", "order", "category", "created_at", "updated_at"]


class BoardSerializer(serializers.ModelSerializer):
    statuses = StatusSerializer(many=True)
    creator = serializers.IntegerField(source="creator_id")
    modifier = serializers.IntegerField(source="modifier_id")

    class Meta:
        model = Board
        fields = [
            "id", "slug", "title", "description", "access", "extra", "space_id", "statuses", "creator", "modifier",
            "tasks_count", "created_at", "updated_at",
        ]


class ActivitySerializer(serializers.ModelSerializer):
    timestamp = serializers.DateTimeField(source="created_at")

    class Meta:
        model = Activity
        fields = ["id", "seq", "verb", "actor", "object", "timestamp", "changes", "comment", "request_id"]


class Pages(pagination.PageNumberPagination):
    page_size = 25
    page_size_query_param = "page_size"
    max_page_size = 100


class BoardView(generics.RetrieveAPIView):
    serializer_class = BoardSerializer

    def get_queryset(self):
        boards = Board.objects.filter(workspace_id=self.request.auth.workspace_id, deleted_at=None)
        return boards.prefetch_related("statuses")


class ActivityView(generics.ListAPIView):
    serializer_class = ActivitySerializer
    pagination_class = Pages

    def get_queryset(self):
        own = {"workspace_id": self.request.auth.workspace_id, "task_id": self.kwargs["task_id"]}
        return Activity.rows.filter(**own).order_by("-seq")
